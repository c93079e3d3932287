import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createInstallation, makeKey } from '#server/testing/installation.ts'

/** How many times each command is killed, at different moments; set by `KILL_POINTS`. */
const POINTS = Number(process.env.KILL_POINTS ?? 2)
const TAGS = `select name from tag where name_key in ('bread', 'later') order by name`
const BACKED_UP = [{ name: 'Bread' }]
const PRESENT = [{ name: 'Bread' }, { name: 'Later' }]

/** Moments in milliseconds, spread evenly over the time that a command takes. */
function momentsOf(durationMs: number): number[] {
  return Array.from({ length: POINTS }, (_, index) => (durationMs * (index + 0.5)) / POINTS)
}

async function timeOf(work: () => Promise<{ code: number; text: string }>): Promise<number> {
  const begin = performance.now()
  const { code, text } = await work()
  expect(code, text).toBe(0)
  return performance.now() - begin
}

test('a killed backup does not count as one, and the next one is complete', async () => {
  const installation = await createInstallation()
  const { keyFile, recipient } = await makeKey(installation)
  const server = await installation.start()
  await server.sql(`insert into tag (name, name_key) values ('Bread', 'bread')`)
  const backup = ['backup.ts', '--recipient', recipient] as const
  const duration = await timeOf(() => installation.run(...backup))
  for (const moment of momentsOf(duration)) await installation.kill(moment, ...backup)
  expect(await installation.run(...backup)).toMatchObject({ code: 0 })
  const listed = (await installation.run('backup.ts', '--list')).text.trim().split('\n')
  const folders = (await readdir(installation.backups))
    .filter((name) => /^\d{4}-/.test(name))
    .sort()
  expect(listed).toEqual(folders)
  const health = await fetch(`${server.url}/api/health`)
  expect(health.status).toBe(200)
  await server.stop()
  const from = ['--from', installation.backups, '--key-file', keyFile, '--yes']
  for (const archive of listed) {
    const restored = await installation.run('restore.ts', ...from, '--archive', archive)
    expect(restored, restored.text).toMatchObject({ code: 0 })
  }
}, 3_600_000)

test('after a killed restore either the old or the restored site starts', async () => {
  const installation = await createInstallation()
  const { keyFile, recipient } = await makeKey(installation)
  let server = await installation.start()
  await server.sql(`insert into tag (name, name_key) values ('Bread', 'bread')`)
  await installation.run('backup.ts', '--recipient', recipient)
  await server.sql(`insert into tag (name, name_key) values ('Later', 'later')`)
  await server.stop()
  const restore = [
    'restore.ts',
    '--from',
    installation.backups,
    '--key-file',
    keyFile,
    '--yes',
  ] as const
  const duration = await timeOf(() => installation.run(...restore))
  expect(await installation.run('restore.ts', '--undo')).toMatchObject({ code: 0 })
  for (const moment of momentsOf(duration)) {
    await installation.kill(moment, ...restore)
    server = await installation.start()
    const tags = await server.sql(TAGS)
    const isRestored = tags.length === BACKED_UP.length
    expect(tags, `after ${moment} ms`).toEqual(isRestored ? BACKED_UP : PRESENT)
    await server.stop()
    if (!isRestored) continue
    expect(await installation.run('restore.ts', '--undo')).toMatchObject({ code: 0 })
  }
  expect(await installation.run(...restore)).toMatchObject({ code: 0 })
  server = await installation.start()
  expect(await server.sql(TAGS)).toEqual(BACKED_UP)
  expect(await readdir(installation.dataDir)).not.toContain('restoring')
  await server.stop()
}, 3_600_000)

test('after a killed upgrade or rollback the command can be repeated and the site starts', async () => {
  const installation = await createInstallation()
  const server = await installation.start()
  await server.sql(`insert into tag (name, name_key) values ('Bread', 'bread')`)
  await server.stop()
  const sql = `alter table tag add column color text not null default 'blue';`
  const next = await installation.nextRelease({ name: '9000-next.sql', sql })
  // Half of the runs with the drill, which takes longer, and half without.
  const ways: [string, ...string[]][] = [['upgrade.ts'], ['upgrade.ts', '--no-drill']]
  const rollback = ['rollback.ts', '--confirm'] as const
  const duration = await timeOf(() => next.run('upgrade.ts', '--no-drill'))
  const forward = [momentsOf(3 * duration), momentsOf(duration)]
  const back = momentsOf(await timeOf(() => next.run(...rollback)))
  for (let point = 0; point < POINTS; point += 1) {
    const [way = ['upgrade.ts'], moment = 0] = [ways[point % 2], forward[point % 2]?.[point]]
    await next.kill(moment, ...way)
    const upgraded = await next.run('upgrade.ts', '--no-drill')
    expect(upgraded, `after ${moment} ms: ${upgraded.text}`).toMatchObject({ code: 0 })
    await next.kill(back[point] ?? 0, ...rollback)
    // It is either the older or the newer site, complete.
    const { code, text } = await next.run(...rollback)
    const isBack = code === 1 && text.includes('There is no site from before an upgrade')
    expect(isBack || code === 0, `after ${back[point]} ms: ${text}`).toBe(true)
    const old = await installation.start()
    const tags = await old.sql(`select * from tag where name_key = 'bread'`)
    expect(tags).toEqual([expect.objectContaining({ name: 'Bread' })])
    expect(tags[0]).not.toHaveProperty('color')
    await old.stop()
  }
  const names = await readdir(installation.dataDir)
  expect(names.filter((name) => /^(upgrading|drill$|before-upgrade)/.test(name))).toEqual([])
}, 3_600_000)
