import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { moodEndpoints } from '#contract/moods.ts'
import { type Backup, createBackup } from '#server/backup/create.ts'
import { restoreSite, verifyArchive } from '#server/backup/restore.ts'
import { type BackupKey, newBackupKey } from '#server/backup/sealing.ts'
import { listTables } from '#server/backup/tables.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { withClient } from '#server/db/with-client.ts'
import { readMasterKeyFile } from '#server/master-key.ts'
import { createBackupFolder } from '#server/ports/backups/folder.ts'
import type { BackupPlace } from '#server/ports/backups/port.ts'
import { createDiskFiles } from '#server/ports/files/disk.ts'
import type { FileStore } from '#server/ports/files/port.ts'
import type { S3Config } from '#server/ports/files/s3.ts'
import type { TestApi } from './api.ts'
import { databaseOf } from './database-of.ts'
import { makeFolder } from './make-folder.ts'
import type { TestMember, World } from './population.ts'
import { emptyDatabase, type TestDatabase } from './template-database.ts'
import { test as base } from './world.ts'

export const NOON = new Date('2026-03-05T12:00:00Z')
export const TOMORROW = new Date('2026-03-06T12:00:00Z')

export interface Kit {
  folder: string
  place: BackupPlace
  key: BackupKey
  /** The master key of the site that is backed up. */
  masterKey: Buffer
  back(now?: Date): Promise<Backup>
}

/** Prepares backups in a temporary folder, or in the given place. */
export async function openKit(context: Context, elsewhere?: BackupPlace): Promise<Kit> {
  const { config, files } = context
  const folder = await makeFolder()
  const place = elsewhere ?? createBackupFolder(folder)
  const key = await newBackupKey()
  const masterKey = await readMasterKeyFile(config.dataDir)
  const source = { databaseUrl: databaseOf(context).ownerUrl, files, masterKey }
  const { recipient } = key
  return {
    folder,
    place,
    key,
    masterKey,
    back: (now = NOON) => createBackup({ place, source, recipient, now, madeBy: 'schedule' }),
  }
}

/** The environment variables for a bucket that stores backups. */
export function bucketEnvironment(config: S3Config): Record<string, string> {
  return {
    BACKUP_S3_ENDPOINT: config.endpoint ?? '',
    BACKUP_S3_ACCESS_KEY_ID: config.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: config.secretAccessKey,
    BACKUP_S3_FORCE_PATH_STYLE: String(config.forcePathStyle),
  }
}

/** Vitest's `test` with a site that contains data, and a place for its backups. */
export const test = base
  .extend('filled', ({ context, world, api }) => fill(context, world, api))
  .extend('kit', ({ context, filled: _ }) => openKit(context))

export interface Restored {
  database: TestDatabase
  files: FileStore
}

export async function emptySite(): Promise<Restored> {
  const database = await emptyDatabase(inject('adminUrl'))
  onTestFinished(() => database.drop())
  return { database, files: createDiskFiles(await makeFolder()) }
}

export async function restore({ place, key }: Kit, archive: string): Promise<Restored> {
  const site = await emptySite()
  const { database: urls, files } = site
  const { identity } = key
  await verifyArchive({ place, archive, identity })
  await restoreSite({ place, archive, identity, urls, files })
  return site
}

export async function putFile(files: FileStore, key: string, text: string): Promise<void> {
  await files.put({ key, contentType: 'audio/mp4', body: Readable.from([text]) })
}

export async function textOf(files: FileStore, key: string): Promise<string> {
  return (await buffer((await files.read(key)).stream)).toString()
}

export async function shareMood(api: TestApi, member: TestMember, notes: string): Promise<void> {
  await api.as(member).call(moodEndpoints.save, { body: { mood: 'joyful', notes } })
}

/** Every row of every table, as text. */
export function rowsOf(url: string): Promise<Record<string, string[]>> {
  return withClient({ url }, async (client) => {
    const tables: Record<string, string[]> = {}
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from public.${pg.escapeIdentifier(name)} t order by 1`,
      )
      tables[name] = rows.map(({ row }) => row)
    }
    return tables
  })
}

/**
 * Adds tags and deletes them, so that the last id used is larger than any existing one; returns
 * that last id.
 */
export function useUpTagIds(url: string): Promise<number> {
  return withClient({ url }, async (client) => {
    const { rows } = await client.query<{ tag_id: number }>(
      `insert into tag (name, name_key) values ('one', 'one'), ('two', 'two') returning tag_id`,
    )
    await client.query(`delete from tag where name_key in ('one', 'two')`)
    return Math.max(...rows.map(({ tag_id: id }) => id))
  })
}

/** Fills a community with data in many tables, files, and a sealed text. */
export async function fill(context: Context, world: World, api: TestApi): Promise<TestMember> {
  const member = await world.member()
  const story = await world.story({ author: member, title: 'Bread for the road' })
  await world.reply({ storyId: story, author: await world.member() })
  await shareMood(api, member, 'Only for me.')
  await putFile(context.files, `stories/${story}.m4a`, `the voice of ${story}`)
  await putFile(context.files, 'products/guide.pdf', 'a guide')
  await inTransaction(context.db, (trx) =>
    context.jobs.send(trx, 'remove-file', { key: 'products/old.pdf' }, { startAfter: 3_600 }),
  )
  return member
}
