import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findRunningPostgres } from '#server/db/embedded/cluster.ts'
import { embeddedUrls } from '#server/db/roles.ts'
import { COMPILE_CACHE } from '#server/testing/compile-cache.ts'

const ROOT = join(import.meta.dirname, '..')

interface Place {
  dataDir: string
  backups: string
  /** Runs a command as an operator does; its exit code and all that it printed. */
  run(script: string, ...args: string[]): Promise<{ code: number; text: string }>
  /** Starts a command, presses Ctrl-C once it works, and returns its exit code. */
  interrupt(script: string, ...args: string[]): Promise<number | null>
  start(): Promise<Server>
}

interface Server {
  url: string
  /** What it said to the operator. */
  output(): string
  sql(statement: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'folx-restore-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

async function openPlace(): Promise<Place> {
  const folder = await temporaryFolder()
  const [dataDir, backups] = [join(folder, 'data'), join(folder, 'backups')]
  const env = {
    PATH: process.env.PATH,
    ...COMPILE_CACHE,
    HOME: process.env.HOME,
    DATA_DIR: dataDir,
    BACKUP_DIR: backups,
    LOG_LEVEL: 'warn',
  }
  return {
    dataDir,
    backups,
    run: (script, ...args) =>
      new Promise((resolve) => {
        const path = join(ROOT, 'scripts', script)
        execFile(process.execPath, [path, ...args], { env, cwd: ROOT }, (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
        )
      }),
    interrupt: async (script, ...args) => {
      const path = join(ROOT, 'scripts', script)
      const child = spawn(process.execPath, [path, ...args], {
        ...{ env, cwd: ROOT },
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const ended = once(child, 'exit')
      await once(child.stdout, 'data')
      child.kill('SIGINT')
      const [code] = await ended
      return code
    },
    start: () => startServer(dataDir, env),
  }
}

async function startServer(dataDir: string, env: NodeJS.ProcessEnv): Promise<Server> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child: ChildProcess = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  onTestFinished(stop)
  await vi.waitFor(
    async () => {
      expect(child.exitCode, output).toBe(null)
      expect((await fetch(`${url}/api/health`)).status).toBe(200)
    },
    { timeout: 60_000, interval: 100 },
  )
  return {
    ...{ url, stop },
    output: () => output,
    sql: async (statement) => {
      const running = await findRunningPostgres(join(dataDir, 'postgres'))
      if (!running) throw new Error('The database does not run.')
      const client = new pg.Client({ connectionString: embeddedUrls(running).ownerUrl })
      await client.connect()
      try {
        return (await client.query<Record<string, unknown>>(statement)).rows
      } finally {
        await client.end()
      }
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

async function makeKey(place: Place): Promise<{ keyFile: string; recipient: string }> {
  const { text } = await place.run('backup.ts', '--new-key')
  const keyFile = join(await temporaryFolder(), 'backup.key')
  await writeFile(keyFile, `# The key of our backups\n${/AGE-SECRET-KEY-\S+/.exec(text)?.[0]}\n`)
  return { keyFile, recipient: /BACKUP_RECIPIENT=(age1\S+)/.exec(text)?.[1] ?? '' }
}

/** What the doctor finds, by the names of the checks. */
async function examine(place: Place): Promise<Record<string, string>> {
  const { code, text } = await place.run('doctor.ts', '--json')
  const { checks } = JSON.parse(text) as { checks: { name: string; state: string }[] }
  const states = Object.fromEntries(checks.map(({ name, state }) => [name, state]))
  const found = new Set(Object.values(states))
  expect(code).toBe(found.has('failed') ? 2 : found.has('warning') ? 1 : 0)
  return states
}

const TAG = `select name from tag where name_key in ('bread', 'later') order by name`

test('a running site is backed up, restored in its place, looked at, confirmed, and put back', async () => {
  const place = await openPlace()
  const { keyFile, recipient } = await makeKey(place)
  const from = ['--from', place.backups, '--key-file', keyFile]
  let server = await place.start()
  await server.sql(`insert into tag (name, name_key) values ('Bread', 'bread')`)
  const backup = await place.run('backup.ts', '--recipient', recipient)
  expect(backup).toMatchObject({ code: 0, text: expect.stringMatching(/^\d{4}-\S+Z: \d+ rows, /) })
  await server.sql(`insert into tag (name, name_key) values ('Later', 'later')`)

  const busy = await place.run('restore.ts', ...from, '--yes')
  expect(busy).toMatchObject({ code: 1, text: expect.stringContaining('Stop it first') })
  const healthy = { database: 'ok', migrations: 'ok', backup: 'ok', 'restored-site': 'ok' }
  await server.stop()
  expect(await examine(place)).toMatchObject(healthy)
  const unasked = await place.run('restore.ts', ...from)
  expect(unasked).toMatchObject({ code: 2, text: expect.stringContaining('Add --yes') })
  expect(unasked.text).toContain('is complete and holds')
  const restored = await place.run('restore.ts', ...from, '--yes')
  expect(restored, restored.text).toMatchObject({ code: 0 })

  server = await place.start()
  expect(await server.sql(TAG)).toEqual([{ name: 'Bread' }])
  expect(server.output()).toContain('This site was restored from a backup.')
  const settings = await (await fetch(`${server.url}/api/website-settings`)).json()
  expect(settings).toMatchObject({ restoredFrom: expect.stringMatching(/^\d{4}-/) })
  expect(await server.sql(`select from job.schedule`)).toHaveLength(0)
  expect(await examine(place)).toMatchObject({ 'restored-site': 'warning' })
  expect((await place.run('restore.ts', '--confirm')).text).toContain('This is the live site.')
  await server.stop()
  server = await place.start()
  expect(server.output()).not.toContain('restored from a backup')
  await server.stop()

  expect(await place.run('restore.ts', '--undo')).toMatchObject({ code: 0 })
  server = await place.start()
  expect(await server.sql(TAG)).toEqual([{ name: 'Bread' }, { name: 'Later' }])
  await server.stop()
}, 240_000)

test('a drill tries the newest backup out beside a running site, and leaves nothing behind', async () => {
  const place = await openPlace()
  const { keyFile, recipient } = await makeKey(place)
  const server = await place.start()
  await place.run('backup.ts', '--recipient', recipient)
  const drill = await place.run('drill.ts', '--key-file', keyFile)
  expect(drill, drill.text).toMatchObject({ code: 0, text: expect.stringContaining('PASSED') })
  const [json, text] = (await readdir(join(place.dataDir, 'drills'))).sort()
  expect([json, text]).toEqual([expect.stringMatching(/\.json$/), expect.stringMatching(/\.txt$/)])
  const certificate = JSON.parse(await readFile(join(place.dataDir, 'drills', `${json}`), 'utf8'))
  expect(certificate).toMatchObject({ isPassed: true, recoverySeconds: expect.any(Number) })
  expect(await server.sql('select is_passed from drill_record')).toEqual([{ is_passed: true }])
  expect(await server.sql(`select from member where username like 'drill-%'`)).toEqual([])
  expect(await place.interrupt('drill.ts', '--key-file', keyFile)).toBe(130)
  expect(await readdir(place.dataDir)).not.toContain('drill')
  expect(await examine(place)).toMatchObject({ backup: 'ok', drill: 'ok' })
}, 240_000)

test('a swap that was killed is finished by the next start', async () => {
  const place = await openPlace()
  const { keyFile, recipient } = await makeKey(place)
  let server = await place.start()
  const key = await readFile(join(place.dataDir, 'data.key'), 'utf8')
  await place.run('backup.ts', '--recipient', recipient)
  await server.sql(`insert into tag (name, name_key) values ('Later', 'later')`)
  await server.stop()
  const from = ['--from', place.backups, '--key-file', keyFile]
  expect(await place.run('restore.ts', ...from, '--yes')).toMatchObject({ code: 0 })
  // As after a kill between two renames: the database is in place, the rest is not.
  const [aside = ''] = (await readdir(place.dataDir)).filter((name) => name.startsWith('before-'))
  await mkdir(join(place.dataDir, 'restoring'))
  for (const entry of ['files', 'data.key']) {
    await rename(join(place.dataDir, entry), join(place.dataDir, 'restoring', entry))
    await rename(join(place.dataDir, aside, entry), join(place.dataDir, entry))
  }
  const journal = JSON.stringify({ prepared: 'restoring', aside })
  await writeFile(join(place.dataDir, 'restore.json'), journal)
  server = await place.start()
  expect(await server.sql(TAG)).toEqual([])
  expect(await readFile(join(place.dataDir, 'data.key'), 'utf8')).toBe(key)
  const names = await readdir(place.dataDir)
  expect(names).not.toContain('restore.json')
  expect(names).not.toContain('restoring')
  expect((await readdir(join(place.dataDir, aside))).sort()).toEqual([
    'data.key',
    'files',
    'postgres',
  ])
  await server.stop()
}, 240_000)

test('a command says what it misses', async () => {
  const place = await openPlace()
  const { keyFile } = await makeKey(place)
  expect(await place.run('backup.ts')).toMatchObject({
    code: 2,
    text: expect.stringContaining('npm run backup -- --new-key'),
  })
  expect(await place.run('restore.ts', '--key-file', keyFile)).toMatchObject({
    code: 1,
    text: expect.stringContaining('There is no complete backup'),
  })
  expect(await place.run('restore.ts')).toMatchObject({ code: 2 })
  expect(await place.run('restore.ts', '--undo')).toMatchObject({ code: 1 })
  expect(await place.run('doctor.ts')).toMatchObject({
    code: 3,
    text: expect.stringContaining('There is no site in'),
  })
  expect(await place.run('doctor.ts', '--unknown')).toMatchObject({ code: 3 })
  expect(await place.run('drill.ts')).toMatchObject({ code: 2 })
  for (const script of ['backup.ts', 'restore.ts', 'doctor.ts', 'drill.ts']) {
    expect(await place.run(script, '--help')).toMatchObject({
      code: 0,
      text: expect.stringContaining('Ends with 0'),
    })
  }
})
