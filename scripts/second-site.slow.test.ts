import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createInstallation, makeKey } from '#server/testing/installation.ts'

/** Everything in a place of backups, except the files of its lock. */
async function contentsOf(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => !name.startsWith('.')).sort()
}

test('a server started on a new machine before the restore offers the restore and touches no backup', async () => {
  const original = await createInstallation()
  const { keyFile, recipient } = await makeKey(original)
  let server = await original.start()
  await server.sql(`insert into tag (name, name_key) values ('Bread', 'bread')`)
  await server.sql(`update website_settings set site_title = 'Grace'`)
  const backup = ['backup.ts', '--recipient', recipient] as const
  expect(await original.run(...backup)).toMatchObject({ code: 0 })
  await server.stop()
  const place = original.backups
  const before = await contentsOf(place)

  const other = await createInstallation({ BACKUP_DIR: place, BACKUP_RECIPIENT: recipient })
  server = await other.start()
  const restore = `npm run restore -- --from ${place} --key-file <file>`
  await vi.waitFor(() => expect(server.output()).toContain(restore), 30_000)
  expect(server.output()).toContain('belong to another community (“Grace”, ')
  const refused = await other.run('backup.ts')
  expect(refused).toMatchObject({ code: 1, text: expect.stringContaining(restore) })
  const doctor = await other.run('doctor.ts')
  expect(doctor).toMatchObject({ code: 2, text: expect.stringContaining(restore) })
  expect(await contentsOf(place)).toEqual(before)
  await server.stop()

  const from = ['--from', place, '--key-file', keyFile, '--yes']
  expect(await other.run('restore.ts', ...from)).toMatchObject({ code: 0 })
  const early = await other.run('backup.ts')
  expect(early).toMatchObject({ code: 1, text: expect.stringContaining('until you confirm') })
  expect(await contentsOf(place)).toEqual(before)
  expect(await other.run('restore.ts', '--confirm')).toMatchObject({ code: 0 })
  expect(await other.run('backup.ts')).toMatchObject({ code: 0 })
  const after = await contentsOf(place)
  expect(after).toEqual(expect.arrayContaining(before))
  expect(after.length).toBeGreaterThan(before.length)
})

test('a place is taken over only by its name', async () => {
  const original = await createInstallation()
  const { recipient } = await makeKey(original)
  const first = await original.start()
  const backup = ['backup.ts', '--recipient', recipient] as const
  expect(await original.run(...backup)).toMatchObject({ code: 0 })
  await first.stop()
  const place = original.backups
  const before = await contentsOf(place)
  const other = await createInstallation({ BACKUP_DIR: place, BACKUP_RECIPIENT: recipient })
  await (await other.start()).stop()
  for (const name of ['', join(place, '..'), 'yes']) {
    const wrong = await other.run('backup.ts', '--take-over', name)
    expect(wrong).toMatchObject({ code: 2, text: expect.stringContaining(`--take-over ${place}`) })
  }
  expect(await contentsOf(place)).toEqual(before)
  expect(await other.run('backup.ts', '--take-over', place)).toMatchObject({ code: 0 })
  expect(await contentsOf(place)).toEqual(expect.arrayContaining(before))
  const refused = await original.run(...backup)
  expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('another community') })
})

test('a restore and a drill name what is missing in the backup, and fail', async () => {
  const installation = await createInstallation()
  const { keyFile, recipient } = await makeKey(installation)
  await (await installation.start()).stop()
  await mkdir(join(installation.dataDir, 'files/products'))
  await writeFile(join(installation.dataDir, 'files/products/guide.pdf'), 'a guide')
  expect(await installation.run('backup.ts', '--recipient', recipient)).toMatchObject({ code: 0 })
  await rm(join(installation.backups, 'objects'), { recursive: true })
  const from = ['--from', installation.backups, '--key-file', keyFile]
  for (const command of [
    ['restore.ts', ...from, '--yes'],
    ['drill.ts', ...from],
  ] as const) {
    const [script = '', ...args] = command
    expect(await installation.run(script, ...args)).toMatchObject({
      code: 1,
      text: expect.stringContaining(
        `is not complete. Missing in ${installation.backups}: 1 of 1 files (products/guide.pdf).`,
      ),
    })
  }
})

test('a server with half a set-up for backups says what is wrong, and doesn’t start', async () => {
  const { recipient } = await makeKey(await createInstallation())
  const typo = await createInstallation({ BACKUP_RECIPIENT: recipient.slice(0, -1) })
  expect(await typo.run('backup.ts')).toMatchObject({
    code: 1,
    text: expect.stringContaining('BACKUP_RECIPIENT must be the public half of the backup key'),
  })
})
