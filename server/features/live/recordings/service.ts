import { sql } from 'kysely'
import type { BodyOf, Page } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import type { LiveRecording, liveEndpoints, PublishedRecording } from '#contract/live.ts'
import type { Context } from '#server/context.ts'
import type { Db, Queryable } from '#server/db/connect.ts'
import { type Listed, listSlice, type Slice, sliceOf } from '#server/db/page.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { requireKnown } from '#server/domain/version.ts'
import type { Admin, Viewer } from '#server/domain/viewer.ts'
import { contentDisposition } from '#server/http/content-disposition.ts'
import type { ServedFile } from '#server/http/send-file.ts'
import { recordAudit } from '../../audit/service.ts'
import { etagOf } from '../../files/service.ts'
import { mayJoinLive } from '../../shop/access/service.ts'
import { isPlayable, presentPublished, presentRecording } from '../present.ts'
import {
  deleteRecording,
  findRecording,
  RECORDING,
  type RecordingRow,
  updateRecording,
} from './store.ts'

/** How many recordings are deleted in one transaction. */
const REMOVED_AT_ONCE = 50

/** All recordings, newest first. */
export async function readRecordings(
  context: Context,
  query: PageQuery,
): Promise<Page<LiveRecording>> {
  const { rows, total } = await listRecordings(context.db, sliceOf(query))
  return { items: rows.map(presentRecording), total }
}

/** Throws `subscription_required` for a viewer who may not join the room. */
export async function readPublished(
  context: Context,
  viewer: Viewer,
  query: PageQuery,
): Promise<Page<PublishedRecording>> {
  await requireAccess(context, viewer)
  const published = { ...sliceOf(query), isPublished: true } as const
  const { rows, total } = await listRecordings(context.db, published)
  return { items: rows.map(presentPublished), total }
}

export async function openPublished(
  context: Context,
  viewer: Viewer,
  id: number,
): Promise<ServedFile> {
  await requireAccess(context, viewer)
  const row = await findRecording(context.db, id)
  if (!row?.publishedAt) throw noRecording()
  return serve(context, row, 'inline')
}

export async function openRecordingFile(
  context: Context,
  { id, isDownload }: { id: number; isDownload: boolean },
): Promise<ServedFile> {
  const row = await findRecording(context.db, id)
  if (!row) throw noRecording()
  const name = `live-coaching-${row.startedAt.toISOString().slice(0, 10)}-${id}.m4a`
  return serve(context, row, isDownload ? contentDisposition('attachment', name) : 'inline')
}

/**
 * Throws `invalid_input` if a recording is to be published without a title, and `conflict` if its title
 * has changed since `version`.
 */
export async function changeRecording(
  context: Context,
  admin: Admin,
  { id, change }: { id: number; change: BodyOf<typeof liveEndpoints.changeRecording> },
): Promise<LiveRecording> {
  const changed = await inTransaction(context.db, async (trx) => {
    const row = await lockRecording(trx, id)
    if (!row) throw noRecording()
    requireKnown({
      version: change.version,
      saved: row.title === null ? undefined : { title: row.title },
      changes: { title: change.title },
      newer: () => presentRecording(row),
    })
    const next = changedRow(row, change, context.now())
    await updateRecording(trx, id, { title: next.title, publishedAt: next.publishedAt })
    const isPublished = next.publishedAt !== null
    if (isPublished !== (row.publishedAt !== null)) {
      const action = isPublished ? 'live-recording-published' : 'live-recording-withdrawn'
      await recordAudit(trx, admin, { action, subjectId: id })
    }
    return next
  })
  announce(context)
  return presentRecording(changed)
}

function changedRow(
  row: RecordingRow,
  {
    isPublished = row.publishedAt !== null,
    title = row.title ?? undefined,
  }: BodyOf<typeof liveEndpoints.changeRecording>,
  now: Date,
): RecordingRow {
  if (!isPublished) return { ...row, title: title ?? null, publishedAt: null }
  if (!isPlayable(row)) throw unfinished()
  if (!title) {
    const sentence = 'Title is required'
    throw new AppError('invalid_input', sentence, { fields: { title: sentence } })
  }
  return { ...row, title, publishedAt: row.publishedAt ?? now }
}

export async function removeRecording(context: Context, admin: Admin, id: number): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const row = await lockRecording(trx, id)
    if (!row) throw noRecording()
    if (row.status === 'recording' || row.status === 'finalising') throw unfinished()
    await deleteRecording(trx, id)
    if (row.fileKey) await context.jobs.send(trx, 'remove-file', { key: row.fileKey })
    await recordAudit(trx, admin, { action: 'live-recording-removed', subjectId: id })
  })
  announce(context)
}

/** Deletes the recordings whose retention time is over, with their files. */
export async function removeOldRecordings(context: Context): Promise<void> {
  for (;;) {
    const count = await inTransaction(context.db, async (trx) => {
      const keys = await deleteOld(trx, { now: context.now(), limit: REMOVED_AT_ONCE })
      for (const key of keys) if (key) await context.jobs.send(trx, 'remove-file', { key })
      return keys.length
    })
    if (count > 0) announce(context)
    if (count < REMOVED_AT_ONCE) return
  }
}

/** Whether the file with this key belongs to a recording, converted or not. */
export async function isLiveRecordingFile(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('liveRecording')
    .select('liveRecordingId')
    .where('fileKey', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

async function serve(
  context: Context,
  row: RecordingRow,
  disposition: string,
): Promise<ServedFile> {
  const key = row.fileKey
  if (!isPlayable(row) || !key) throw noRecording()
  const { size } = await context.files.stat(key)
  return {
    etag: etagOf(key),
    size,
    contentType: 'audio/mp4',
    disposition,
    read: (range) => context.files.read(key, range),
  }
}

async function requireAccess(context: Context, viewer: Viewer): Promise<void> {
  if (await mayJoinLive(context, viewer)) return
  const sentence = 'Please upgrade your subscription to listen to the recordings.'
  throw new AppError('subscription_required', sentence)
}

function announce(context: Context): void {
  context.changes.announce({ kind: 'topic', topic: 'live' })
}

function noRecording(): AppError {
  return new AppError('not_found', 'This recording does not exist.')
}

function unfinished(): AppError {
  return new AppError('conflict', 'This recording is not finished yet.')
}

/** Like `findRecording`, but locks the row until the transaction ends. */
function lockRecording(trx: Queryable, liveRecordingId: number): Promise<RecordingRow | undefined> {
  return trx
    .selectFrom('liveRecording')
    .select(RECORDING)
    .where('liveRecordingId', '=', liveRecordingId)
    .forUpdate()
    .executeTakeFirst()
}

/** One page, newest first, with the total count. */
function listRecordings(
  db: Queryable,
  { isPublished, ...slice }: Slice & { isPublished?: true },
): Promise<Listed<RecordingRow>> {
  const recordings = db
    .selectFrom('liveRecording')
    .select(RECORDING)
    .$if(isPublished === true, (query) => query.where('publishedAt', 'is not', null))
    .orderBy('startedAt', 'desc')
    .orderBy('liveRecordingId', 'desc')
  return listSlice(recordings, slice)
}

/** Deletes up to `limit` recordings whose retention time is over, and returns the keys of their files. */
async function deleteOld(
  trx: Queryable,
  { now, limit }: { now: Date; limit: number },
): Promise<(string | null)[]> {
  const { rows } = await sql<{ fileKey: string | null }>`
    delete from live_recording where live_recording_id in (
      select live_recording_id from live_recording where remove_at <= ${now}
      order by remove_at limit ${limit} for update skip locked
    ) returning file_key`.execute(trx)
  return rows.map((row) => row.fileKey)
}
