import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { expect, inject } from 'vitest'
import { moodEndpoints as calls } from '#contract/moods.ts'
import { readConfig } from '#server/config.ts'
import { type Context, createContext } from '#server/context.ts'
import { openDataFolder } from '#server/db/data-folder.ts'
import type { KeyChange } from '#server/db/master-key-check.ts'
import { keysFrom, newMasterKey } from '#server/domain/keys.ts'
import { unwrapKey } from '#server/domain/sealed-text.ts'
import { buildApp } from '#server/http/app.ts'
import type { FileStore } from '#server/ports/files/port.ts'
import { TestApi } from '#server/testing/api.ts'
import { COMPILE_CACHE } from '#server/testing/compile-cache.ts'
import { type TestMember, World } from '#server/testing/population.ts'
import { cloneDatabase } from '#server/testing/template-database.ts'
import { test as base } from '#server/testing/world.ts'
import { countLostKeys, rotateMasterKey } from './rotation.ts'

const SCRIPT = join(import.meta.dirname, '../../../scripts/rotate-key.ts')
const MEMBERS = 5

/** A site whose server is stopped, with a journal for each member. */
class Site {
  readonly environment: Record<string, string>
  members: TestMember[] = []

  constructor(environment: Record<string, string>) {
    this.environment = environment
  }

  get dataDir(): string {
    return this.environment.DATA_DIR ?? ''
  }

  /** Runs a server of the site while `work` runs. */
  async withServer<T>(
    work: (context: Context) => Promise<T>,
    changes: Record<string, string> = {},
  ): Promise<T> {
    const config = readConfig({ ...this.environment, ...changes })
    const databaseUrl = this.environment.DATABASE_URL ?? ''
    const log = pino({ level: 'silent' })
    const context = await createContext({ config, log, databaseUrl })
    try {
      return await work(context)
    } finally {
      await context.close()
    }
  }

  /** The notes that each member reads in their journal. */
  async journals(changes?: Record<string, string>): Promise<(string | null)[][]> {
    return this.withServer(async (context) => {
      const app = await buildApp(context)
      await app.ready()
      const api = new TestApi(app)
      const lists = this.members.map((member) => api.as(member).call(calls.list))
      const journals = (await Promise.all(lists)).map(({ items }) =>
        items.map((item) => item.notes),
      )
      await app.close()
      return journals
    }, changes)
  }

  /** Runs `npm run rotate-key`; returns its output and whether it succeeded. */
  async rotate(
    changes: Record<string, string> = {},
    ...flags: string[]
  ): Promise<{ ok: boolean; output: string }> {
    const { PATH } = process.env
    const env = { PATH, ...COMPILE_CACHE, ...this.environment, ...changes }
    const run = promisify(execFile)(process.execPath, [SCRIPT, ...flags], {
      env,
      cwd: this.dataDir,
    })
    return run.then(
      ({ stdout, stderr }) => ({ ok: true, output: stdout + stderr }),
      (error: { stdout: string; stderr: string }) => ({
        ok: false,
        output: error.stdout + error.stderr,
      }),
    )
  }

  async keyFiles(): Promise<Buffer[]> {
    const folder = join(this.dataDir, 'files/member-keys')
    const names = (await readdir(folder)).filter((name) => !name.endsWith('~type'))
    return Promise.all(names.toSorted().map((name) => readFile(join(folder, name))))
  }
}

const NOTES = Array.from({ length: MEMBERS }, (_, index) => [`Note ${index}`])

const test = base.extend<{ $test: { site: Site; keySite: Site } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixture's needs from this pattern.
  site: async ({}, use) => withSite({}, use),
  /** The same with its master key in the environment. */
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixture's needs from this pattern.
  keySite: async ({}, use) => withSite({ DATA_KEY: newMasterKey().toString('hex') }, use),
})

async function withSite(
  environment: Record<string, string>,
  use: (site: Site) => Promise<void>,
): Promise<void> {
  const database = await cloneDatabase(inject('adminUrl'))
  const dataDir = await mkdtemp(join(tmpdir(), 'folx-rotation-'))
  const site = new Site({
    ...environment,
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: dataDir,
  })
  await site.withServer(async (context) => {
    const world = new World(context.db)
    const app = await buildApp(context)
    await app.ready()
    for (const [notes] of NOTES) {
      const member = await world.member()
      site.members.push(member)
      await new TestApi(app).as(member).call(calls.save, { body: { mood: 'sad', notes } })
    }
    await app.close()
  })
  await use(site)
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
}

/** A file store that fails after so many writes, as if the machine went down. */
function failingAfter(files: FileStore, writes: number): FileStore {
  let left = writes
  return {
    ...files,
    put: async (file) => {
      if (left === 0) throw new Error('The power is gone.')
      left -= 1
      await files.put(file)
    },
  }
}

/** Whether a master key unwraps each member's key. */
async function opens(context: Context, masterKey: Buffer): Promise<boolean[]> {
  const rows = await context.db.selectFrom('memberKey').selectAll().execute()
  return Promise.all(
    rows.map(async ({ memberId, fileKey }) => {
      const { stream } = await context.files.read(fileKey)
      const wrapped = Buffer.concat(await stream.toArray())
      const wrappingKey = keysFrom(masterKey).derive('member-key')
      return unwrapKey(wrappingKey, { memberId, wrapped }) !== undefined
    }),
  )
}

test('an interrupted rotation is finished by the next one', async ({ keySite }) => {
  const current = Buffer.from(keySite.environment.DATA_KEY ?? '', 'hex')
  const next = newMasterKey()
  const change: KeyChange = { current: keysFrom(current), next: keysFrom(next) }
  const forgetsLost = false
  await keySite.withServer(async (context) => {
    const { db, files } = context
    for (const writes of [0, 2, 1]) {
      const place = { db, files: failingAfter(files, writes) }
      await expect(rotateMasterKey(place, { ...change, forgetsLost })).rejects.toThrow(
        'The power is gone.',
      )
      expect(await countLostKeys({ db, files }, [change.current, change.next])).toEqual({
        missing: 0,
        closed: 0,
      })
    }
    expect((await opens(context, next)).filter(Boolean)).toHaveLength(3)
    expect((await opens(context, current)).filter(Boolean)).toHaveLength(2)
  })
  // Neither key starts a server now: each would meet keys that it can't open.
  const unfinished = 'A change of the master key was not finished.'
  const NEW_KEY = next.toString('hex')
  await expect(keySite.journals()).rejects.toThrow(unfinished)
  await expect(keySite.journals({ DATA_KEY: NEW_KEY })).rejects.toThrow(unfinished)
  // A third key is refused too.
  const third = { NEW_DATA_KEY: newMasterKey().toString('hex') }
  expect(await keySite.rotate(third)).toMatchObject({ ok: false })

  const finished = await keySite.rotate({ NEW_DATA_KEY: NEW_KEY })
  expect(finished).toEqual({
    ok: true,
    output: [
      `${MEMBERS} members' keys are wrapped by the new master key.`,
      'Set DATA_KEY to the new key on every node before you start, and remove NEW_DATA_KEY.\n',
    ].join('\n'),
  })
  expect(await keySite.journals({ DATA_KEY: NEW_KEY })).toEqual(NOTES)
  await expect(keySite.journals()).rejects.toThrow(
    'is not the key that this database was made with',
  )
  await keySite.withServer(
    async (context) => {
      expect(await opens(context, next)).toEqual(Array(MEMBERS).fill(true))
      expect(await opens(context, current)).toEqual(Array(MEMBERS).fill(false))
    },
    { DATA_KEY: NEW_KEY },
  )
  // Running it again changes nothing.
  const before = await keySite.keyFiles()
  expect(await keySite.rotate({ NEW_DATA_KEY: NEW_KEY })).toEqual(finished)
  expect(await keySite.keyFiles()).toEqual(before)
})

test('the key file of the data folder is replaced', async ({ site }) => {
  const path = join(site.dataDir, 'data.key')
  const old = await readFile(path, 'utf8')
  const oldFiles = await site.keyFiles()
  expect(await site.journals()).toEqual(NOTES)
  const { ok, output } = await site.rotate()
  expect(output).toContain(`${MEMBERS} members' keys are wrapped by the new master key.`)
  expect(output).toContain('The new key is in place in data.key.')
  expect(ok).toBe(true)
  const key = await readFile(path, 'utf8')
  expect(key).toMatch(/^[0-9a-f]{64}\n$/)
  expect(key).not.toBe(old)
  expect(output).not.toContain(key.trim())
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await readdir(site.dataDir)).filter((name) => name.startsWith('data.key'))).toEqual([
    'data.key',
  ])
  expect(await site.journals()).toEqual(NOTES)
  // The old key with the new files, and the new key with old copies, open no note.
  await site.withServer(async (context) => {
    const oldKey = Buffer.from(old.trim(), 'hex')
    expect(await opens(context, oldKey)).toEqual(Array(MEMBERS).fill(false))
  })
  expect(await site.keyFiles()).not.toEqual(oldFiles)
})

test('a rotation recovers from a crash at each step of replacing the key file', async ({
  site,
}) => {
  const path = join(site.dataDir, 'data.key')
  const current = keysFrom(Buffer.from((await readFile(path, 'utf8')).trim(), 'hex'))
  const next = newMasterKey()
  const change = { current, next: keysFrom(next), forgetsLost: false }
  // The next key file exists and nothing else has happened.
  await writeFile(`${path}.next`, `${next.toString('hex')}\n`, { mode: 0o600 })
  await expect(site.journals()).rejects.toThrow('was not finished')
  // Everything but the final rename has happened. `withServer` needs a folder without the next key.
  await rm(`${path}.next`)
  await site.withServer(({ db, files }) => rotateMasterKey({ db, files }, change))
  await writeFile(`${path}.next`, `${next.toString('hex')}\n`, { mode: 0o600 })
  await expect(site.journals()).rejects.toThrow('was not finished')
  expect(await site.rotate()).toMatchObject({ ok: true })
  expect(await readFile(path, 'utf8')).toBe(`${next.toString('hex')}\n`)
  expect(await site.journals()).toEqual(NOTES)
})

test('nothing happens while a server runs', async ({ site, keySite }) => {
  const key = await readFile(join(site.dataDir, 'data.key'), 'utf8')
  const folder = await openDataFolder(site.dataDir)
  const busy = await site.rotate()
  await folder.release()
  expect(busy.ok).toBe(false)
  expect(busy.output).toContain('already uses the data folder')
  // A node on another machine has another data folder and the same database.
  const elsewhere = await site.withServer(() => site.rotate())
  expect(elsewhere).toEqual({
    ok: false,
    output: 'A server still runs on this database. Stop every node first.\n',
  })
  expect(await readFile(join(site.dataDir, 'data.key'), 'utf8')).toBe(key)
  expect(await site.journals()).toEqual(NOTES)
  const NEW_DATA_KEY = newMasterKey().toString('hex')
  const node = await keySite.withServer(() => keySite.rotate({ NEW_DATA_KEY }))
  expect(node.output).toBe('A server still runs on this database. Stop every node first.\n')
})

test('wrong keys change nothing', async ({ site, keySite }) => {
  const DATA_KEY = keySite.environment.DATA_KEY ?? ''
  const other = newMasterKey().toString('hex')
  const before = await keySite.keyFiles()
  const sayings = [
    [{}, 'NEW_DATA_KEY is missing: set it to the key that is to replace DATA_KEY'],
    [{ NEW_DATA_KEY: 'short' }, 'NEW_DATA_KEY must be 32 bytes'],
    [{ NEW_DATA_KEY: DATA_KEY }, 'NEW_DATA_KEY is the same key as DATA_KEY.'],
    [
      { DATA_KEY: other, NEW_DATA_KEY: newMasterKey().toString('base64') },
      'This is not the master key that the database was made with. Nothing was changed.',
    ],
  ] as const
  for (const [changes, sentence] of sayings) {
    const { ok, output } = await keySite.rotate(changes, '--forget-lost')
    expect(output).toContain(sentence)
    expect(output).not.toMatch(/[0-9a-f]{64}/)
    expect(ok).toBe(false)
  }
  expect(await keySite.keyFiles()).toEqual(before)
  expect(await keySite.journals()).toEqual(NOTES)
  expect((await site.rotate({ NEW_DATA_KEY: other })).output).toContain('NEW_DATA_KEY goes with')
  expect(await site.journals()).toEqual(NOTES)
})

test('a lost key stops a rotation, unless it is given up', async ({ site }) => {
  const folder = join(site.dataDir, 'files/member-keys')
  const copy = join(site.dataDir, 'copy')
  await cp(folder, copy, { recursive: true })
  const [lost = '', damaged = ''] = (await readdir(folder)).filter((name) => !name.includes('~'))
  await rm(join(folder, lost))
  await writeFile(join(folder, damaged), 'damaged')
  const key = await readFile(join(site.dataDir, 'data.key'), 'utf8')
  const stopped = await site.rotate()
  expect(stopped.ok).toBe(false)
  expect(stopped.output).toContain(
    "1 members' keys are not in the file store and 1 open with no master key.",
  )
  expect(await readFile(join(site.dataDir, 'data.key'), 'utf8')).toBe(key)
  // The server starts as before, and with the copy restored everything can be read.
  expect((await site.journals()).filter(([note]) => note)).toHaveLength(MEMBERS - 2)
  await mkdir(folder, { recursive: true })
  await cp(copy, folder, { recursive: true })
  expect(await site.journals()).toEqual(NOTES)

  await rm(join(folder, lost))
  const forgetful = await site.rotate({}, '--forget-lost')
  expect(forgetful.output).toContain('1 lost keys are given up.')
  expect(forgetful.ok).toBe(true)
  expect((await site.journals()).filter(([note]) => note)).toHaveLength(MEMBERS - 1)
  // Members whose key was lost can write again.
  await site.withServer(async (context) => {
    const app = await buildApp(context)
    await app.ready()
    for (const member of site.members) {
      const api = new TestApi(app).as(member)
      await api.call(calls.save, { body: { mood: 'joyful', notes: 'again' } })
      expect((await api.call(calls.list)).items).toMatchObject([{ notes: 'again' }])
    }
    await app.close()
  })
})

test('a database from before a rotation can be used with the key from after it', async ({
  site,
}) => {
  const { mark } = await site.withServer(({ db }) =>
    db.selectFrom('masterKeyCheck').select('mark').executeTakeFirstOrThrow(),
  )
  const oldKey = await readFile(join(site.dataDir, 'data.key'))
  expect(await site.rotate()).toMatchObject({ ok: true })
  // One member has left since, so their key is gone.
  const folder = join(site.dataDir, 'files/member-keys')
  const [gone = ''] = (await readdir(folder)).filter((name) => !name.includes('~'))
  await rm(join(folder, gone))
  await site.withServer(({ db }) => db.updateTable('masterKeyCheck').set({ mark }).execute())
  await expect(site.journals()).rejects.toThrow('is not the key that this database was made with')
  expect(await site.rotate({}, '--restored')).toEqual({
    ok: true,
    output: 'This database knows the present master key now.\n',
  })
  expect((await site.journals()).filter(([note]) => note)).toHaveLength(MEMBERS - 1)
  // The old key is refused.
  await writeFile(join(site.dataDir, 'data.key'), oldKey)
  const refused = await site.rotate({}, '--restored')
  expect(refused.output).toContain("There are members' keys that this master key does not open.")
  expect(refused.ok).toBe(false)
  await expect(site.journals()).rejects.toThrow('is not the key that this database was made with')
})
