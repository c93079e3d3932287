import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isOnSameDisk, refuseBackupFolder } from './backup-folder.ts'
import { makeFolder } from './testing/make-folder.ts'

const PROGRAM = join(import.meta.dirname, '..')

test.each([
  ['~/backups', 'without ~ or a relative start'],
  ['backups', 'without ~ or a relative start'],
  ['./backups', 'without ~ or a relative start'],
  ['gs://bucket/folx', 'begin with s3://'],
  ['https://store.example/folx', 'begin with s3://'],
  ['/etc/folx', 'in /etc, which belongs to the operating system'],
  ['/etc/../proc/self', 'in /proc'],
  ['/dev/disk/folx', 'in /dev'],
  ['/usr/share/folx', 'in /usr'],
  ['/', 'a folder for backups only'],
  ['/home/', 'a folder for backups only'],
  ['/var', 'a folder for backups only'],
  [PROGRAM, 'inside the folder of the program'],
  [join(PROGRAM, 'backups/of/folx'), 'inside the folder of the program'],
])('%s is refused: %s', async (folder, reason) => {
  expect(refuseBackupFolder(folder, { dataDir: await makeFolder() })).toContain(reason)
})

test('the data folder and everything in it is refused, also behind a link', async () => {
  const dataDir = await makeFolder()
  const inside = 'inside the data folder'
  for (const name of ['.', 'backups', 'postgres', 'files/backups', '..backups']) {
    expect(refuseBackupFolder(join(dataDir, name), { dataDir }), name).toContain(inside)
  }
  const [linked, linkedData] = [join(await makeFolder(), 'link'), join(await makeFolder(), 'data')]
  await mkdir(join(dataDir, 'elsewhere'))
  await symlink(join(dataDir, 'elsewhere'), linked)
  await symlink(dataDir, linkedData)
  for (const folder of [linked, join(linked, 'backups')]) {
    expect(refuseBackupFolder(folder, { dataDir })).toContain(inside)
  }
  expect(refuseBackupFolder(join(dataDir, 'b'), { dataDir: linkedData })).toContain(inside)
})

test('a folder of its own is accepted, and it is said whether it shares the disk', async () => {
  const dataDir = await makeFolder()
  for (const folder of [`${dataDir}-backups`, '/mnt/backups/folx', '/var/backups/folx']) {
    expect(refuseBackupFolder(folder, { dataDir }), folder).toBe(undefined)
  }
  expect(isOnSameDisk(join(dataDir, 'not/yet'), dataDir)).toBe(true)
  expect(isOnSameDisk('/proc', dataDir)).toBe(false)
})
