import { type Insertable, sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import type { Listed, Slice } from '#server/db/page.ts'
import type { Transcript } from '#server/db/schema.gen.ts'
import type { ClaimFacts, ClaimRow } from '#server/domain/claim.ts'
import type { TimedLine } from '#server/ports/speech/port.ts'

export type TranscriptState = Transcript['state']

/** A transcript that is not published yet or is left out. */
export interface TranscriptRow extends ClaimFacts {
  state: TranscriptState
  text: string | null
  lines: TimedLine[] | null
  source: Transcript['source']
  returnReason: string | null
  changedAt: Date
}

const ROW = [
  'state',
  'text',
  'lines',
  'source',
  'returnReason',
  'changedAt',
  'claimedBy',
  'claimedUntil',
] as const

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
    ...{ text: null, source: null, returnReason: null, claimedBy: null, claimedUntil: null },
    ...columns,
    lines: lines ? JSON.stringify(lines) : null,
  }
  await trx
    .insertInto('transcript')
    .values(values)
    .onConflict((conflict) => conflict.column('storyId').doUpdateSet(values))
    .execute()
}

export async function writeClaim(
  trx: Queryable,
  { storyId, ...claim }: ClaimFacts & { storyId: number },
): Promise<void> {
  await trx.updateTable('transcript').set(claim).where('storyId', '=', storyId).execute()
}

export async function findTranscriptClaim(
  db: Queryable,
  storyId: number,
): Promise<ClaimRow | undefined> {
  return db
    .selectFrom('transcript as t')
    .leftJoin('member as c', 'c.memberId', 't.claimedBy')
    .select(['t.claimedBy', 't.claimedUntil', 'c.anonymousUsername as claimant'])
    .where('t.storyId', '=', storyId)
    .executeTakeFirst()
}

/** Ends this administrator's claim; false if they have none. */
export async function releaseTranscript(
  trx: Queryable,
  { storyId, adminId }: { storyId: number; adminId: string },
): Promise<boolean> {
  const result = await trx
    .updateTable('transcript')
    .set({ claimedBy: null, claimedUntil: null })
    .where('storyId', '=', storyId)
    .where('claimedBy', '=', adminId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function deleteTranscript(trx: Queryable, storyId: number): Promise<void> {
  await trx.deleteFrom('transcript').where('storyId', '=', storyId).execute()
}

/** Drafts of a deleted account could never be confirmed. */
export async function deleteTranscriptsOf(trx: Queryable, memberId: string): Promise<void> {
  await trx
    .deleteFrom('transcript')
    .where('storyId', 'in', (from) =>
      from.selectFrom('story').select('storyId').where('memberId', '=', memberId),
    )
    .execute()
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
}

export interface WaitingTranscriptRow extends ClaimRow {
  storyId: number
  memberId: string | null
  state: 'asked' | 'review'
  title: string
  anonymousUsername: string | null
  audioDuration: number | null
  waveform: number[] | null
  text: string | null
  caption: string | null
  changedAt: Date
}

/** Waiting transcripts of public stories, oldest first. */
export async function listWaitingTranscripts(
  db: Queryable,
  { limit, offset }: Slice,
): Promise<Listed<WaitingTranscriptRow>> {
  const waiting = sql`transcript t join story s on s.story_id = t.story_id
    where t.state in ('asked', 'review') and s.audio_state = 'ready'
      and s.status = 'approved' and s.hidden_at is null`
  const { rows } = await sql<WaitingTranscriptRow>`
    select w.*, m.anonymous_username, c.anonymous_username as claimant from (
      select t.story_id, t.state, t.text, t.changed_at, t.claimed_by, t.claimed_until,
        s.member_id, s.title, s.audio_duration, s.waveform, s.caption
      from ${waiting}
      order by t.changed_at, t.story_id limit ${limit} offset ${offset}
    ) w
    left join member m on m.member_id = w.member_id
    left join member c on c.member_id = w.claimed_by
    order by w.changed_at, w.story_id`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from ${waiting}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** The database contains only what `writeTranscript` and `updateCaption` stored. */
function linesOf(stored: unknown): TimedLine[] | null {
  return stored as TimedLine[] | null
}
