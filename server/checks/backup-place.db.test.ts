import { randomUUID } from 'node:crypto'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { newBackupKey } from '#server/backup/sealing.ts'
import { readConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { bucketEnvironment, openKit } from '#server/testing/backup-kit.ts'
import { makeFolder } from '#server/testing/make-folder.ts'
import { startS3Server } from '#server/testing/providers/s3-server.ts'
import { test as base } from '#server/testing/world.ts'
import { findBackupProblem } from './backup-place.ts'
import type { Verdict } from './check.ts'

type Find = (
  environment: Record<string, string>,
  options?: { mayWrite?: boolean },
) => Promise<Verdict | undefined>

/** `find`: what is wrong with these settings of backups. */
const test = base.extend('find', ({ context }): Find => finder(context))

function finder({ db }: Pick<Context, 'db'>): Find {
  return async (environment, { mayWrite = true } = {}) => {
    const { recipient } = await newBackupKey()
    const dataDir = environment.DATA_DIR ?? (await makeFolder())
    const config = readConfig({ DATA_DIR: dataDir, BACKUP_RECIPIENT: recipient, ...environment })
    return findBackupProblem(config, { db, mayWrite })
  }
}

test('a place that works is no problem, and only the server creates it', async ({ find }) => {
  const folder = join(await makeFolder(), 'new')
  expect(await find({})).toBe(undefined)
  expect(await find({ BACKUP_DIR: folder }, { mayWrite: false })).toBe(undefined)
  await expect(readdir(folder)).rejects.toThrow('ENOENT')
  expect(await find({ BACKUP_DIR: folder })).toBe(undefined)
  // Nothing but the empty folder for unfinished files.
  expect(await readdir(folder, { recursive: true })).toEqual(['.incoming'])
})

test('a mistyped key for making backups is reported', async ({ find }) => {
  const { recipient, identity } = await newBackupKey()
  for (const key of [recipient.slice(0, -1), 'age1abc', 'x', identity]) {
    expect(await find({ BACKUP_DIR: await makeFolder(), BACKUP_RECIPIENT: key })).toMatchObject({
      state: 'failed',
      finding: 'The key for backups is not the public half of a backup key.',
    })
  }
})

test('a place that can’t be written is reported with the reason', async ({ find }) => {
  const file = join(await makeFolder(), 'file')
  await writeFile(file, '')
  const link = join(await makeFolder(), 'link')
  await symlink(`${link}-nowhere`, link)
  for (const place of [file, join(file, 'backups'), join(link, 'backups')]) {
    expect(await find({ BACKUP_DIR: place }), place).toMatchObject({
      state: 'failed',
      finding: expect.stringContaining(
        `Nothing can be written into ${place}. A file or a broken link is in its way.`,
      ),
    })
  }
})

test('a bucket is tried out, and left as it was', async ({ find }) => {
  const server = await startS3Server()
  const environment = { BACKUP_DIR: 's3://folx/site', ...bucketEnvironment(server.config) }
  const stored: string[] = []
  server.intercept = ({ method, key }) => {
    if (method === 'PUT') stored.push(key)
    return undefined
  }
  expect(await find(environment)).toBe(undefined)
  expect(stored).toEqual([expect.stringMatching(/^site\/\.probe-/)])
  server.intercept = ({ method }) => (method === 'PUT' ? 'refuse' : undefined)
  expect(await find(environment)).toMatchObject({
    state: 'failed',
    finding: expect.stringContaining('refuses this key'),
  })
  await server.stop()
  expect(await find(environment)).toMatchObject({
    state: 'failed',
    finding: expect.stringContaining('can’t be reached'),
  })
})

test('a place inside the data folder is reported, also behind a link', async ({ find }) => {
  const dataDir = await makeFolder()
  const inside = { state: 'warning', finding: 'The place for backups is inside the data folder.' }
  for (const name of ['.', 'backups', 'files/backups', '..backups']) {
    const BACKUP_DIR = join(dataDir, name)
    expect(await find({ DATA_DIR: dataDir, BACKUP_DIR }), name).toMatchObject(inside)
  }
  const linked = join(await makeFolder(), 'link')
  await mkdir(join(dataDir, 'elsewhere'))
  await symlink(join(dataDir, 'elsewhere'), linked)
  for (const BACKUP_DIR of [linked, join(linked, 'backups')]) {
    expect(await find({ DATA_DIR: dataDir, BACKUP_DIR })).toMatchObject(inside)
  }
  expect(await find({ DATA_DIR: dataDir, BACKUP_DIR: `${dataDir}-backups` })).toBe(undefined)
})

test('the place of another community is reported with the command that restores it', async ({
  context,
  find,
}) => {
  const kit = await openKit(context)
  await kit.back()
  expect(await find({ BACKUP_DIR: kit.folder })).toBe(undefined)
  const { communityId } = await context.db
    .selectFrom('community')
    .select('communityId')
    .executeTakeFirstOrThrow()
  const { db } = context
  await db.updateTable('community').set({ communityId: randomUUID() }).execute()
  try {
    expect(await find({ BACKUP_DIR: kit.folder })).toMatchObject({
      state: 'failed',
      finding: expect.stringContaining('belong to another community (“Folx”'),
      action: expect.stringContaining(
        `npm run restore -- --from ${kit.folder} --key-file <file>. `,
      ),
    })
  } finally {
    await db.updateTable('community').set({ communityId }).execute()
  }
})

test('a restored site is told that it makes no backups until it is confirmed', async ({
  context: { db },
  context,
  find,
}) => {
  const kit = await openKit(context)
  await kit.back()
  await db.updateTable('websiteSettings').set({ restoredFrom: context.now() }).execute()
  try {
    expect(await find({ BACKUP_DIR: kit.folder })).toMatchObject({
      state: 'warning',
      finding: expect.stringContaining('until you confirm that it is the live site'),
    })
    expect(await find({ BACKUP_DIR: await makeFolder() })).toBe(undefined)
  } finally {
    await db.updateTable('websiteSettings').set({ restoredFrom: null }).execute()
  }
})
