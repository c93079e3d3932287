import type { Insertable } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import type { Transcript } from '#server/db/schema.gen.ts'
import type { TimedLine } from '#server/ports/speech/port.ts'
import { setWaiting } from '../review/waiting.ts'

export type TranscriptState = Transcript['state']

/** A transcript that is not published yet or is left out. */
export interface TranscriptRow {
  state: TranscriptState
  text: string | null
  lines: TimedLine[] | null
  source: Transcript['source']
  returnReason: string | null
  changedAt: Date
}

const ROW = ['state', 'text', 'lines', 'source', 'returnReason', 'changedAt'] as const

/** Callers lock the story before they change its transcript. */
export async function findTranscript(
  db: Queryable,
  storyId: number,
): Promise<TranscriptRow | undefined> {
  const row = await db
    .selectFrom('transcript')
    .select(ROW)
    .where('storyId', '=', storyId)
    .executeTakeFirst()
  return row && { ...row, lines: linesOf(row.lines) }
}

/** Replaces a story's transcript; omitted columns are cleared. */
export async function writeTranscript(
  trx: Queryable,
  given: Pick<TranscriptRow, 'state' | 'changedAt'> & { storyId: number } & Partial<TranscriptRow>,
): Promise<void> {
  const { lines, ...columns } = given
  const values: Insertable<Transcript> = {
    text: null,
    source: null,
    returnReason: null,
    ...columns,
    lines: lines ? JSON.stringify(lines) : null,
  }
  await trx
    .insertInto('transcript')
    .values(values)
    .onConflict((conflict) => conflict.column('storyId').doUpdateSet(values))
    .execute()
  await setWaiting(trx, 'transcript', given.storyId)
}

export async function deleteTranscript(trx: Queryable, storyId: number): Promise<void> {
  await trx.deleteFrom('transcript').where('storyId', '=', storyId).execute()
  await setWaiting(trx, 'transcript', storyId)
}

export interface PublishedTranscript {
  caption: string | null
  captionLines: TimedLine[] | null
}

export async function findPublished(
  db: Queryable,
  storyId: number,
): Promise<PublishedTranscript | undefined> {
  const row = await db
    .selectFrom('story')
    .select(['caption', 'captionLines'])
    .where('storyId', '=', storyId)
    .executeTakeFirst()
  return row && { caption: row.caption, captionLines: linesOf(row.captionLines) }
}

export async function updateCaption(
  trx: Queryable,
  given: { storyId: number; text: string | null; lines: TimedLine[] | null; submittedAt?: Date },
): Promise<void> {
  const { storyId, text, lines, submittedAt } = given
  const captionLines = lines ? JSON.stringify(lines) : null
  await trx
    .updateTable('story')
    .set({ caption: text, captionLines, ...(submittedAt && { submittedAt }) })
    .where('storyId', '=', storyId)
    .execute()
  if (submittedAt) await setWaiting(trx, 'story', storyId)
}

/** The database contains only what `writeTranscript` and `updateCaption` stored. */
function linesOf(stored: unknown): TimedLine[] | null {
  return stored as TimedLine[] | null
}
