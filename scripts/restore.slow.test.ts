import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createInstallation, type Installation, makeKey } from '#server/testing/installation.ts'

/** The doctor's results, by the names of the checks. */
async function examine(installation: Installation): Promise<Record<string, string>> {
  const { code, text } = await installation.run('doctor.ts', '--json')
  const { checks } = JSON.parse(text) as { checks: { name: string; state: string }[] }
  const states = Object.fromEntries(checks.map(({ name, state }) => [name, state]))
  const found = new Set(Object.values(states))
  expect(code).toBe(found.has('failed') ? 2 : found.has('warning') ? 1 : 0)
  return states
}

const TAG = `select name from tag where name_key in ('bread', 'later') order by name`

test('a running site can be backed up, restored, confirmed and put back', async () => {
  const installation = await createInstallation()
  const { keyFile, recipient } = await makeKey(installation)
  const from = ['--from', installation.backups, '--key-file', keyFile]
  let server = await installation.start()
  await server.sql(`insert into tag (name, name_key) values ('Bread', 'bread')`)
  const backup = await installation.run('backup.ts', '--recipient', recipient)
  expect(backup).toMatchObject({ code: 0, text: expect.stringMatching(/^\d{4}-\S+Z: \d+ rows, /) })
  await server.sql(`insert into tag (name, name_key) values ('Later', 'later')`)

  const busy = await installation.run('restore.ts', ...from, '--yes')
  expect(busy).toMatchObject({ code: 1, text: expect.stringContaining('Stop it first') })
  // A backup isn't fine before one was restored.
  const healthy = { database: 'ok', migrations: 'ok', backup: 'warning', 'restored-site': 'ok' }
  await server.stop()
  expect(await examine(installation)).toMatchObject(healthy)
  const unasked = await installation.run('restore.ts', ...from)
  expect(unasked).toMatchObject({ code: 2, text: expect.stringContaining('Add --yes') })
  expect(unasked.text).toContain('is complete and holds')
  // As with DATA_KEY: the restored site brings a key file, the present one has none.
  const keyPath = join(installation.dataDir, 'data.key')
  const masterKey = await readFile(keyPath, 'utf8')
  await rm(keyPath)
  const restored = await installation.run('restore.ts', ...from, '--yes')
  expect(restored, restored.text).toMatchObject({ code: 0 })

  server = await installation.start()
  expect(await server.sql(TAG)).toEqual([{ name: 'Bread' }])
  expect(server.output()).toContain('This site was restored from a backup.')
  const settings = await (await fetch(`${server.url}/api/website-settings`)).json()
  expect(settings).toMatchObject({ restoredFrom: expect.stringMatching(/^\d{4}-/) })
  expect(await server.sql(`select from job.schedule`)).toHaveLength(0)
  expect(await examine(installation)).toMatchObject({ 'restored-site': 'warning' })
  expect((await installation.run('restore.ts', '--confirm')).text).toContain(
    'This is the live site.',
  )
  await server.stop()
  server = await installation.start()
  expect(server.output()).not.toContain('restored from a backup')
  await server.stop()

  const undone = await installation.run('restore.ts', '--undo')
  expect(undone).toMatchObject({ code: 0, text: expect.stringContaining('is back') })
  expect(await readdir(installation.dataDir)).not.toContain('data.key')
  await writeFile(keyPath, masterKey, { mode: 0o600 })
  server = await installation.start()
  expect(await server.sql(TAG)).toEqual([{ name: 'Bread' }, { name: 'Later' }])
  await server.stop()

  // On a new machine, a restore replaces nothing, and there is nothing to put back.
  await rm(installation.dataDir, { recursive: true })
  expect(await installation.run('restore.ts', ...from, '--yes')).toMatchObject({ code: 0 })
  const parts = (await readdir(installation.dataDir)).sort()
  expect(await installation.run('restore.ts', '--undo')).toMatchObject({
    code: 1,
    text: expect.stringContaining('there was no site in the data folder'),
  })
  expect((await readdir(installation.dataDir)).sort()).toEqual(parts)
  server = await installation.start()
  expect(await server.sql(TAG)).toEqual([{ name: 'Bread' }])
  await server.stop()
})

test('a drill tries out the newest backup next to a running site, and leaves nothing behind', async () => {
  const installation = await createInstallation()
  const { keyFile, recipient } = await makeKey(installation)
  const server = await installation.start()
  await installation.run('backup.ts', '--recipient', recipient)
  const drill = await installation.run('drill.ts', '--key-file', keyFile)
  expect(drill, drill.text).toMatchObject({ code: 0, text: expect.stringContaining('PASSED') })
  const [json, text] = (await readdir(join(installation.dataDir, 'drills'))).sort()
  expect([json, text]).toEqual([expect.stringMatching(/\.json$/), expect.stringMatching(/\.txt$/)])
  const certificate = JSON.parse(
    await readFile(join(installation.dataDir, 'drills', `${json}`), 'utf8'),
  )
  expect(certificate).toMatchObject({ isPassed: true, recoverySeconds: expect.any(Number) })
  expect(await server.sql('select is_passed from drill_record')).toEqual([{ is_passed: true }])
  expect(await server.sql(`select from member where username like 'drill-%'`)).toEqual([])
  expect(await installation.interrupt('drill.ts', '--key-file', keyFile)).toBe(130)
  expect(await readdir(installation.dataDir)).not.toContain('drill')
  expect(await examine(installation)).toMatchObject({ backup: 'ok', drill: 'ok' })
})

test('the next start finishes a killed swap', async () => {
  const installation = await createInstallation()
  const { keyFile, recipient } = await makeKey(installation)
  let server = await installation.start()
  const key = await readFile(join(installation.dataDir, 'data.key'), 'utf8')
  await installation.run('backup.ts', '--recipient', recipient)
  await server.sql(`insert into tag (name, name_key) values ('Later', 'later')`)
  await server.stop()
  const from = ['--from', installation.backups, '--key-file', keyFile]
  expect(await installation.run('restore.ts', ...from, '--yes')).toMatchObject({ code: 0 })
  // As after a kill between two renames: the database is in place, the rest is not.
  const [aside = ''] = (await readdir(installation.dataDir)).filter((name) =>
    name.startsWith('before-'),
  )
  await mkdir(join(installation.dataDir, 'restoring'))
  for (const entry of ['files', 'data.key']) {
    await rename(join(installation.dataDir, entry), join(installation.dataDir, 'restoring', entry))
    await rename(join(installation.dataDir, aside, entry), join(installation.dataDir, entry))
  }
  const journal = JSON.stringify({ prepared: 'restoring', aside })
  await writeFile(join(installation.dataDir, 'restore.json'), journal)
  server = await installation.start()
  expect(await server.sql(TAG)).toEqual([])
  expect(await readFile(join(installation.dataDir, 'data.key'), 'utf8')).toBe(key)
  const names = await readdir(installation.dataDir)
  expect(names).not.toContain('restore.json')
  expect(names).not.toContain('restoring')
  expect((await readdir(join(installation.dataDir, aside))).sort()).toEqual([
    'data.key',
    'files',
    'postgres',
    'restore.json',
  ])
  await server.stop()
})

test('a command names the missing option', async () => {
  const installation = await createInstallation()
  const { keyFile } = await makeKey(installation)
  expect(await installation.run('backup.ts')).toMatchObject({
    code: 1,
    text: expect.stringContaining('There is no site in'),
  })
  expect(await installation.run('restore.ts', '--key-file', keyFile)).toMatchObject({
    code: 1,
    text: expect.stringContaining('There is no complete backup'),
  })
  expect(await installation.run('restore.ts')).toMatchObject({ code: 2 })
  expect(await installation.run('restore.ts', '--undo')).toMatchObject({ code: 1 })
  expect(await installation.run('doctor.ts')).toMatchObject({
    code: 3,
    text: expect.stringContaining('There is no site in'),
  })
  const list = join(installation.backups, 'list.csv')
  await mkdir(installation.backups, { recursive: true })
  await writeFile(list, 'ann@example.org\n')
  const { recipient } = await makeKey(installation)
  const calls: [string, ...string[]][] = [
    ['invite.ts', list],
    ['make-admin.ts', 'ann'],
    ['reset-factors.ts', 'ann'],
    ['restore.ts', '--confirm'],
    ['backup.ts', '--recipient', recipient],
  ]
  for (const call of calls) {
    const { code, text } = await installation.run(...call)
    const said = expect.stringMatching(/there is no site in/i)
    expect({ call, code, text }).toEqual({ call, code: 1, text: said })
  }
  // None of them created a database.
  expect(await readdir(installation.dataDir).catch(() => [])).not.toContain('postgres')
  expect(await installation.run('doctor.ts', '--unknown')).toMatchObject({ code: 3 })
  expect(await installation.run('drill.ts')).toMatchObject({ code: 2 })
  for (const script of ['backup.ts', 'restore.ts', 'doctor.ts', 'drill.ts']) {
    expect(await installation.run(script, '--help')).toMatchObject({
      code: 0,
      text: expect.stringContaining('Ends with 0'),
    })
  }
})
