import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keysFrom } from '#server/domain/keys.ts'
import { wrapKey } from '#server/domain/sealed-text.ts'
import {
  createInstallation,
  type Installation,
  makeKey,
  type Server,
} from '#server/testing/installation.ts'

const NEXT = {
  name: '9000-next.sql',
  sql: `alter table tag add column color text not null default 'blue';`,
}
const TAGS = 'select * from tag order by name'
const RECORDING = 'files/stories/1.m4a'

/** Creates a community of one member, with a story, a recording and a key of private writing. */
async function settle(installation: Installation): Promise<void> {
  const server = await installation.start()
  await addMember(server, 'ann')
  await addTag(server, 'Bread')
  await server.stop()
  await write(installation, RECORDING, 'a voice')
  await writeMemberKey(installation, 'ann')
}

/** Writes a key of private writing, wrapped by the site's master key. */
async function writeMemberKey(installation: Installation, memberId: string): Promise<void> {
  const hex = (await readFile(join(installation.dataDir, 'data.key'), 'utf8')).trim()
  const wrappingKey = keysFrom(Buffer.from(hex, 'hex')).derive('member-key')
  const wrapped = wrapKey(wrappingKey, { memberId, memberKey: Buffer.alloc(32, 1) })
  await write(installation, `files/member-keys/${memberId}`, wrapped)
}

async function addMember(server: Server, name: string): Promise<void> {
  await server.sql(
    `insert into member (username, username_key, email, anonymous_username, anonymous_username_key, time_zone)
     values ('${name}', '${name}', '${name}@example.org', 'hidden-${name}', 'hidden-${name}', 'UTC')`,
  )
}

async function addTag(server: Server, name: string): Promise<void> {
  await server.sql(`insert into tag (name, name_key) values ('${name}', lower('${name}'))`)
}

async function write(
  { dataDir }: Installation,
  name: string,
  bytes: string | Buffer,
): Promise<void> {
  await mkdir(join(dataDir, name, '..'), { recursive: true })
  await writeFile(join(dataDir, name), bytes)
}

function isThere({ dataDir }: Installation, name: string): Promise<boolean> {
  return access(join(dataDir, name)).then(
    () => true,
    () => false,
  )
}

async function keptIn({ dataDir }: Installation): Promise<string[]> {
  const names = await readdir(dataDir)
  return names.filter((name) => /^(before|upgrading|restor|drill$)/.test(name)).sort()
}

test('a site can be upgraded after a drill, rolled back and upgraded again', async () => {
  const installation = await createInstallation()
  await settle(installation)
  const losing = await installation.nextRelease({
    name: '9000-losing.sql',
    sql: 'delete from tag;',
  })
  const broken = await installation.nextRelease({ name: '9000-broken.sql', sql: 'select 1 / 0;' })
  const next = await installation.nextRelease(NEXT)

  // Neither a start nor another command migrates the database.
  const untried = { code: 1, text: expect.stringContaining('run: npm run upgrade') }
  expect(await next.run('../server/main.ts')).toMatchObject(untried)
  expect(await next.run('make-admin.ts', 'ann')).toMatchObject(untried)

  const lost = await losing.run('upgrade.ts')
  expect(lost).toMatchObject({ code: 1, text: expect.stringContaining('Nothing was changed') })
  expect(lost.text).toMatch(/failed +Counts +tag has 0 rows, 1 in the manifest/)
  // It fails in the drill too; without the drill, it fails on the copy of the database.
  const failed = await broken.run('upgrade.ts', '--no-drill')
  expect(failed.code).toBe(1)
  expect(failed.text).toContain('The migration 9000-broken.sql failed (22012)')
  expect(await keptIn(installation)).toEqual([])

  const upgraded = await next.run('upgrade.ts')
  expect(upgraded, upgraded.text).toMatchObject({ code: 0 })
  expect(upgraded.text).toMatch(/PASSED[\s\S]*The site is upgraded/)
  const [kept = '', ...others] = await keptIn(installation)
  expect([kept, ...others]).toEqual([expect.stringMatching(/^before-upgrade-/)])
  // Things that members delete from now on also stay deleted there.
  expect(await isThere(installation, `${kept}/${RECORDING}`)).toBe(true)
  expect(await isThere(installation, `${kept}/files/member-keys`)).toBe(false)
  expect(await next.run('upgrade.ts')).toMatchObject({
    code: 0,
    text: expect.stringContaining('There is nothing to do'),
  })
  expect((await next.run('rollback.ts')).text).toContain('Nothing was written since.')

  let server = await next.start()
  expect(await server.sql(TAGS)).toEqual([expect.objectContaining({ color: 'blue' })])
  const busy = { code: 1, text: expect.stringContaining('Stop it first') }
  expect(await next.run('rollback.ts', '--confirm')).toMatchObject(busy)
  await addTag(server, 'Later')
  await addMember(server, 'ben')
  await addMember(server, 'eve')
  await server.sql(`delete from member where username = 'ann'`)
  await server.sql(`update member set last_seen_week = '2026-01-05' where username = 'eve'`)
  await server.stop()
  await writeMemberKey(installation, 'ben')

  const asked = await next.run('rollback.ts')
  expect(asked.code).toBe(2)
  expect(asked.text).toContain('2 new accounts, 1 deleted')
  expect(asked.text).toMatch(/\d+ rows? of other kinds/)
  expect(await installation.run('upgrade.ts')).toMatchObject({
    code: 1,
    text: expect.stringContaining('This release of Folx is older than the site'),
  })
  const back = await next.run('rollback.ts', '--confirm')
  expect(back, back.text).toMatchObject({ code: 0 })
  expect(await next.run('../server/main.ts')).toMatchObject(untried)

  server = await installation.start()
  const tags = await server.sql(TAGS)
  expect(tags).toEqual([expect.objectContaining({ name: 'Bread' })])
  expect(tags[0]).not.toHaveProperty('color')
  expect(await server.sql('select username from member')).toEqual([{ username: 'ann' }])
  await server.stop()
  expect(await readFile(join(installation.dataDir, RECORDING), 'utf8')).toBe('a voice')
  expect((await readdir(join(installation.dataDir, 'files/member-keys'))).sort()).toEqual([
    'ann',
    'ben',
  ])
  expect(await keptIn(installation)).toEqual([expect.stringMatching(/^before-rollback-/)])

  expect(await next.run('rollback.ts', '--undo')).toMatchObject({ code: 0 })
  server = await next.start()
  expect((await server.sql(TAGS)).map(({ name }) => name)).toEqual(['Bread', 'Later'])
  await server.stop()
  expect(await keptIn(installation)).toEqual([kept])
}, 1_800_000)

test('an upgrade makes a backup if backups are set up, and a backup does not migrate the database', async () => {
  const installation = await createInstallation()
  const { keyFile, recipient } = await makeKey(installation)
  await settle(installation)
  const next = await installation.nextRelease(NEXT)
  expect(await next.run('backup.ts', '--recipient', recipient)).toMatchObject({ code: 0 })
  const server = await installation.start()
  expect(await server.sql(TAGS)).toHaveLength(1)
  await server.stop()
  expect(await next.interrupt('upgrade.ts')).toBe(130)
  expect(await keptIn(installation)).toEqual([])
  // The files are from an older major version of PostgreSQL, so the site must be moved with a backup.
  const version = join(installation.dataDir, 'postgres/cluster/PG_VERSION')
  const present = await readFile(version, 'utf8')
  await writeFile(version, '16\n')
  const older = { code: 1, text: expect.stringContaining('npm run restore -- --from') }
  expect(await next.run('../server/main.ts')).toMatchObject(older)
  expect(await next.run('upgrade.ts')).toMatchObject(older)
  const { code, text } = await next.run('doctor.ts')
  expect(code).toBe(2)
  expect(text).toMatch(/FAILED +Database +The database was made by another major version/)
  expect(text).toContain('What to do: The database was made by PostgreSQL 16')
  const from = ['--from', installation.backups, '--key-file', keyFile, '--yes']
  expect(await next.run('restore.ts', ...from)).toMatchObject({ code: 0 })
  expect(await readFile(version, 'utf8')).toBe(present)
  const upgraded = await next.start()
  expect(await upgraded.sql(TAGS)).toEqual([expect.objectContaining({ color: 'blue' })])
  await upgraded.stop()
})

test('upgrade and rollback say what is missing', async () => {
  const installation = await createInstallation()
  for (const script of ['upgrade.ts', 'rollback.ts']) {
    expect(await installation.run(script)).toMatchObject({
      code: 1,
      text: expect.stringContaining('There is no site in'),
    })
    expect(await installation.run(script, '--unknown')).toMatchObject({ code: 2 })
    expect(await installation.run(script, '--help')).toMatchObject({
      code: 0,
      text: expect.stringContaining('0 when it is done'),
    })
  }
})
