import type { Queryable } from '#server/db/connect.ts'
import type { ClaimRow } from '#server/domain/claim.ts'
import type { Subject } from './reports-store.ts'

/** The claim on a story or a reply, even if it has expired. */
export function findClaim(
  db: Queryable,
  { storyId, replyId }: Subject,
): Promise<ClaimRow | undefined> {
  return db
    .selectFrom('reviewClaim')
    .innerJoin('member', 'member.memberId', 'reviewClaim.claimedBy')
    .select([
      'reviewClaim.claimedBy',
      'reviewClaim.claimedUntil',
      'member.anonymousUsername as claimant',
    ])
    .where('storyId', '=', storyId)
    .where('replyId', replyId === null ? 'is' : '=', replyId)
    .executeTakeFirst()
}

/** Stores a claim, replacing an earlier one. */
export async function writeClaim(
  trx: Queryable,
  claim: Subject & { claimedBy: string; claimedUntil: Date },
): Promise<void> {
  const { claimedBy, claimedUntil } = claim
  await trx
    .insertInto('reviewClaim')
    .values(claim)
    .onConflict((conflict) =>
      conflict.columns(['storyId', 'replyId']).doUpdateSet({ claimedBy, claimedUntil }),
    )
    .execute()
}

/** Ends a claim, or with `claimedBy` only that administrator's. Returns whether there was one. */
export async function deleteClaim(
  trx: Queryable,
  { storyId, replyId }: Subject,
  claimedBy?: string,
): Promise<boolean> {
  let query = trx
    .deleteFrom('reviewClaim')
    .where('storyId', '=', storyId)
    .where('replyId', replyId === null ? 'is' : '=', replyId)
  if (claimedBy !== undefined) query = query.where('claimedBy', '=', claimedBy)
  const { numDeletedRows } = await query.executeTakeFirst()
  return numDeletedRows > 0n
}
