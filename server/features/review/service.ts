import { sql } from 'kysely'
import { isolated } from '#contract/direction.ts'
import { HOUR_MS } from '#contract/durations.ts'
import type { Claim, ReviewDecision } from '#contract/review.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { CLAIM_COLUMNS } from '#server/db/review-items.ts'
import type { ReviewSubject } from '#server/db/schema.gen.ts'
import { AppError } from '#server/domain/app-error.ts'
import { type ClaimRow, claimEnd, isClaimed, presentClaim } from '#server/domain/claim.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { type AuditAction, type AuditEntry, recordAudit } from '../audit/service.ts'

/** The subject of an item. */
export interface About {
  subject: ReviewSubject
  /** As in `review_item`: the story's id for its transcript and for reports about it. */
  id: number
}

/** The administrators' noun for a subject. */
const NOUNS: Record<ReviewSubject, string> = {
  story: 'story',
  'story-report': 'story',
  reply: 'reply',
  'reply-report': 'reply',
  prayer: 'prayer request',
  transcript: 'transcript',
  guidance: 'request',
  application: 'application',
  notice: 'notice',
  'second-look': 'second look',
}

/**
 * Shows the team that this administrator is deciding about a locked subject; calling again extends the
 * claim. Throws `conflict` while another administrator's claim lasts. The caller announces it.
 */
export async function claim(
  context: Context,
  trx: Trx,
  admin: Admin,
  about: About,
): Promise<Claim> {
  const now = context.now()
  await requireUnclaimed(context, trx, admin, about)
  await putClaim(trx, { ...about, claimedBy: admin.id, claimedUntil: claimEnd(now) })
  const item = await findItem(trx, about)
  const claimed = item && presentClaim(item, { viewerId: admin.id, now })
  if (!claimed) throw new Error('The claim was just stored.')
  return claimed
}

/** Ends the administrator's claim on a locked subject; false if they have none. */
export function release(trx: Trx, admin: Admin, about: About): Promise<boolean> {
  return endClaim(trx, { ...about, claimedBy: admin.id })
}

interface Decision extends About {
  action: AuditAction
  detail?: AuditEntry['detail']
}

/**
 * Records an administrator's decision about a locked subject and ends the claim. Throws `conflict`
 * if another administrator has claimed it, or if its author changed it after the version that was
 * read (undefined if the client doesn't send it).
 */
export async function decide(
  context: Context,
  trx: Trx,
  admin: Admin,
  { version, ...decision }: Decision & { version?: string | undefined },
): Promise<void> {
  const item = await requireUnclaimed(context, trx, admin, decision)
  if (version && Date.parse(version) !== item?.version?.getTime()) {
    const noun = NOUNS[decision.subject]
    throw new AppError('conflict', `The author has changed this ${noun}. Please read it again.`)
  }
  await noteWait(context, trx, { subject: decision.subject, waitingSince: item?.waitingSince })
  await recordDecision(context, trx, admin, decision)
}

/** What the numbers of the house rules count as waiting for the team. */
const MEASURED: ReadonlySet<ReviewSubject> = new Set([
  'story',
  'story-report',
  'reply',
  'reply-report',
  'prayer',
  'notice',
])

/**
 * Notes how long an item waited that is decided now, in begun hours, for `medianHours` of the numbers of
 * the house rules. Nothing says which item it was.
 */
export async function noteWait(
  context: Context,
  trx: Trx,
  { subject, waitingSince }: { subject: ReviewSubject; waitingSince: Date | null | undefined },
): Promise<void> {
  if (!waitingSince || !MEASURED.has(subject)) return
  const decidedAt = context.now()
  const hours = Math.max(1, Math.ceil((decidedAt.getTime() - waitingSince.getTime()) / HOUR_MS))
  await trx.insertInto('decisionWait').values({ decidedAt, hours }).execute()
}

/** The same for a decision that needs no claim, such as the removal of something published. */
export async function recordDecision(
  context: Context,
  trx: Trx,
  admin: Pick<Admin, 'id'>,
  { subject, id, action, detail }: Decision,
): Promise<void> {
  const decided = { decision: action, decidedBy: admin.id, decidedAt: context.now() }
  await putDecision(trx, { subject, id, ...decided })
  const reported = subject === 'reply-report' ? { subjectType: 'reply' as const } : {}
  await recordAudit(trx, admin, { action, subjectId: id, detail, ...reported })
}

/** Each decision in words, after 'Olive Press already', for another one that comes too late. */
const DECISIONS: Record<string, (noun: string) => string> = {
  'story-approved': (noun) => `approved this ${noun}`,
  'story-rejected': (noun) => `returned this ${noun} to its author`,
  'story-withdrawn': (noun) => `unpublished this ${noun}`,
  'story-removed': (noun) => `deleted this ${noun}`,
  'report-kept': (noun) => `closed the report and kept this ${noun}`,
  'reply-removed': (noun) => `removed this ${noun}`,
  'reply-approved': (noun) => `approved this ${noun}`,
  'reply-declined': (noun) => `declined this ${noun}`,
  'prayer-approved': (noun) => `reviewed this ${noun} and kept it`,
  'prayer-returned': (noun) => `returned this ${noun} to its author`,
  'prayer-withdrawn': (noun) => `put this ${noun} back in review`,
  'transcript-written': (noun) => `wrote this ${noun}`,
  'transcript-approved': (noun) => `approved this ${noun}`,
  'transcript-returned': (noun) => `returned this ${noun} to its author`,
  'guidance-answered': (noun) => `answered this ${noun}`,
  'guidance-hidden': (noun) => `hid this ${noun}`,
  'guidance-shown': (noun) => `showed this ${noun} again`,
  'application-approved': (noun) => `approved this ${noun}`,
  'application-declined': (noun) => `declined this ${noun}`,
  'notice-upheld': (noun) => `answered this ${noun}`,
  'notice-refused': (noun) => `answered this ${noun}`,
  'second-look-kept': (noun) => `answered this ${noun}`,
  'second-look-changed': (noun) => `answered this ${noun}`,
}

/**
 * The sentence for a decision that comes too late: which administrator was first, and what they
 * decided. `otherwise` if nobody else decided since it last waited.
 */
export async function whoWasFirst(
  db: Queryable,
  admin: Pick<Admin, 'id'>,
  { subject, id }: About,
  otherwise: string,
): Promise<string> {
  const row = await findLastDecision(db, { subjects: decidedTogether(subject), id })
  if (!row?.anonymousUsername || row.decidedBy === admin.id || row.isEarlier) return otherwise
  const decided = DECISIONS[row.decision]?.(NOUNS[subject])
  return decided ? `${isolated(row.anonymousUsername)} already ${decided}.` : otherwise
}

/** A decision about a story or reply also ends its reports, and the other way round. */
function decidedTogether(subject: ReviewSubject): ReviewSubject[] {
  if (subject === 'story' || subject === 'story-report') return ['story', 'story-report']
  if (subject === 'reply' || subject === 'reply-report') return ['reply', 'reply-report']
  return [subject]
}

/**
 * Throws `conflict` while another administrator's claim lasts on a subject or its reports. For what
 * is done besides a decision, such as a warning to its author.
 */
export async function requireNobodyElse(
  context: Context,
  db: Queryable,
  admin: Pick<Admin, 'id'>,
  { subject, id }: About,
): Promise<void> {
  for (const each of decidedTogether(subject)) {
    await requireUnclaimed(context, db, admin, { subject: each, id })
  }
}

/** Throws `conflict` while another administrator's claim lasts; returns the item. */
export async function requireUnclaimed(
  context: Context,
  db: Queryable,
  admin: Pick<Admin, 'id'>,
  about: About,
): ReturnType<typeof findItem> {
  const item = await findItem(db, about)
  if (!item || !isClaimed(item, context.now()) || item.claimedBy === admin.id) return item
  throw new AppError(
    'conflict',
    `${isolated(item.claimant ?? '')} claimed this ${NOUNS[about.subject]}.`,
  )
}

/** The latest decision about something, and about reports about it. */
export async function readLastDecision(
  context: Context,
  admin: Admin,
  { subject, id }: About,
): Promise<ReviewDecision | null> {
  const row = await findLastDecision(context.db, { subjects: decidedTogether(subject), id })
  if (!row) return null
  return {
    action: row.decision,
    mine: row.decidedBy === admin.id,
    anonymousUsername: row.anonymousUsername,
    decidedAt: row.decidedAt.toISOString(),
  }
}

/** Notifies administrators' open pages that a queue has changed. Call it after the commit. */
export function announceQueue(context: Context): void {
  context.changes.announce({ kind: 'topic', topic: 'review' })
}

interface ItemRow extends ClaimRow {
  /** Null while it doesn't wait. */
  waitingSince: Date | null
  /** When its author last changed it. */
  version: Date | null
}

async function findItem(db: Queryable, { subject, id }: About): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`
    select item.waiting_since, item.version, ${CLAIM_COLUMNS}
    from review_item item left join member claimant on claimant.member_id = item.claimed_by
    where item.subject = ${subject} and item.subject_id = ${id}`.execute(db)
  return rows[0]
}

/** Stores a claim in place of an earlier one. */
async function putClaim(
  trx: Queryable,
  { subject, id, ...claim }: About & { claimedBy: string; claimedUntil: Date },
): Promise<void> {
  await trx
    .insertInto('reviewItem')
    .values({ subject, subjectId: id, ...claim })
    .onConflict((conflict) => conflict.columns(['subject', 'subjectId']).doUpdateSet(claim))
    .execute()
}

/** Ends this administrator's claim; false if they have none. */
async function endClaim(
  trx: Queryable,
  { subject, id, claimedBy }: About & { claimedBy: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('reviewItem')
    .set({ claimedBy: null, claimedUntil: null })
    .where('subject', '=', subject)
    .where('subjectId', '=', id)
    .where('claimedBy', '=', claimedBy)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends anyone's claim on something that its author has just changed. */
export async function endClaims(trx: Queryable, { subject, id }: About): Promise<void> {
  await trx
    .updateTable('reviewItem')
    .set({ claimedBy: null, claimedUntil: null })
    .where('subject', '=', subject)
    .where('subjectId', '=', id)
    .execute()
}

/** Stores the latest decision, which ends the claim. */
async function putDecision(
  trx: Queryable,
  { subject, id, ...given }: About & { decision: string; decidedBy: string; decidedAt: Date },
): Promise<void> {
  const decided = { ...given, claimedBy: null, claimedUntil: null }
  await trx
    .insertInto('reviewItem')
    .values({ subject, subjectId: id, ...decided })
    .onConflict((conflict) => conflict.columns(['subject', 'subjectId']).doUpdateSet(decided))
    .execute()
}

interface DecisionRow {
  decision: string
  decidedBy: string | null
  decidedAt: Date
  /** It was about an earlier version than the one that last waited. */
  isEarlier: boolean
  anonymousUsername: string | null
}

/** The latest decision about any of these subjects with this id. */
async function findLastDecision(
  db: Queryable,
  { subjects, id }: { subjects: readonly ReviewSubject[]; id: number },
): Promise<DecisionRow | undefined> {
  const { rows } = await sql<DecisionRow>`
    select item.decision, item.decided_by, item.decided_at, m.anonymous_username,
      coalesce(item.decided_at < item.version, false) as is_earlier
    from review_item item left join member m on m.member_id = item.decided_by
    where item.subject = any (${subjects}::review_subject[]) and item.subject_id = ${id}
      and item.decided_at is not null
    order by item.decided_at desc limit 1`.execute(db)
  return rows[0]
}
