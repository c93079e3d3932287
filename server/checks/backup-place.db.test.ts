import { randomUUID } from 'node:crypto'
import { readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { newBackupKey } from '#server/backup/sealing.ts'
import { readConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { createS3Files } from '#server/ports/files/s3.ts'
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
    const key = environment.BACKUP_DIR ? { BACKUP_RECIPIENT: recipient } : undefined
    const config = readConfig({ DATA_DIR: dataDir, ...key, ...environment })
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
  expect(stored).toEqual([
    expect.stringMatching(/^site\/\.lock\/probe-/),
    expect.stringMatching(/^site\/\.lock\/probe-/),
    expect.stringMatching(/^site\/probe-.*\/file$/),
  ])
  const left: string[] = []
  for await (const { key } of createS3Files(server.config).list()) left.push(key)
  expect(left).toEqual([])
  server.intercept = ({ method }) => (method === 'PUT' ? 'refuse' : undefined)
  expect(await find(environment)).toMatchObject({
    state: 'failed',
    finding: expect.stringContaining('refuses this key'),
  })
  server.intercept = ({ method }) => (method === 'DELETE' ? 'refuse' : undefined)
  expect(await find(environment)).toMatchObject({
    state: 'failed',
    finding: expect.stringContaining('may list, read, write and delete there'),
  })
  await server.stop()
  expect(await find(environment)).toMatchObject({
    state: 'failed',
    finding: expect.stringContaining('can’t be reached'),
  })
})

test('a bucket in which two backups could damage each other fails, in plain words', async ({
  find,
}) => {
  const careless = await startS3Server({ isConditional: false })
  onTestFinished(() => careless.stop())
  const environment = { BACKUP_DIR: 's3://folx/site', ...bucketEnvironment(careless.config) }
  expect(await find(environment)).toMatchObject({
    state: 'failed',
    finding: expect.stringContaining('can’t stop two backups from writing at the same time'),
  })
  const left: string[] = []
  for await (const { key } of createS3Files(careless.config).list()) left.push(key)
  expect(left).toEqual([])
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
