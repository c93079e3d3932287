import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import { CLAIM_COLUMNS } from '#server/db/review-items.ts'
import type { ReviewSubject } from '#server/db/schema.gen.ts'
import type { ClaimRow } from '#server/domain/claim.ts'

/** The subject of an item. */
export interface About {
  subject: ReviewSubject
  /** As in `review_item`: the story's id for its transcript and for reports about it. */
  id: number
}

export interface ItemRow extends ClaimRow {
  /** Null while it doesn't wait. */
  waitingSince: Date | null
  /** When its author last changed it. */
  version: Date | null
}

export async function findItem(
  db: Queryable,
  { subject, id }: About,
): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`
    select item.waiting_since, item.version, ${CLAIM_COLUMNS}
    from review_item item left join member claimant on claimant.member_id = item.claimed_by
    where item.subject = ${subject} and item.subject_id = ${id}`.execute(db)
  return rows[0]
}

/** Stores a claim in place of an earlier one. */
export async function putClaim(
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
export async function endClaim(
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

/** Stores the latest decision, which ends the claim. */
export async function putDecision(
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

export interface DecisionRow {
  decision: string
  decidedBy: string | null
  decidedAt: Date
  anonymousUsername: string | null
}

/** The latest decision about any of these subjects with this id. */
export async function findLastDecision(
  db: Queryable,
  { subjects, id }: { subjects: readonly ReviewSubject[]; id: number },
): Promise<DecisionRow | undefined> {
  const { rows } = await sql<DecisionRow>`
    select item.decision, item.decided_by, item.decided_at, m.anonymous_username
    from review_item item left join member m on m.member_id = item.decided_by
    where item.subject = any (${subjects}::review_subject[]) and item.subject_id = ${id}
      and item.decided_at is not null
    order by item.decided_at desc limit 1`.execute(db)
  return rows[0]
}
