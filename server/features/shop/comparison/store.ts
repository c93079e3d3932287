import { sql } from 'kysely'
import type { Queryable, Trx } from '#server/db/connect.ts'
import type { CheckoutStatus } from '#server/db/schema.gen.ts'

/** Rows that a comparison reads at a time. */
const PAGE = 50

export interface MismatchRow {
  paymentMismatchId: number
  sentence: string
  isMended: boolean
  foundAt: Date
}

/**
 * Starts a comparison, unless a finished one started at `doneSince` or later, or a running one at
 * `startedSince` or later. Of several nodes at once, one gets it. Start times more than ten minutes
 * ahead, from a wrong clock, are ignored.
 */
export async function claimComparison(
  trx: Trx,
  input: { now: Date; doneSince: Date | undefined; startedSince: Date },
): Promise<number | undefined> {
  const { now, doneSince = 'infinity', startedSince } = input
  await sql`select pg_advisory_xact_lock(hashtextextended('payment comparison', 0))`.execute(trx)
  const { rows } = await sql<{ paymentComparisonId: number }>`
    insert into payment_comparison (started_at)
    select ${now} where not exists (
      select from payment_comparison where started_at < ${now}::timestamptz + interval '10 minutes' and (
        (finished_at is not null and started_at >= ${doneSince}::timestamptz)
        or (finished_at is null and started_at >= ${startedSince})
      )
    ) returning payment_comparison_id`.execute(trx)
  return rows[0]?.paymentComparisonId
}

export async function finishComparison(
  db: Queryable,
  { paymentComparisonId, now }: { paymentComparisonId: number; now: Date },
): Promise<void> {
  await db
    .updateTable('paymentComparison')
    .set({ finishedAt: now })
    .where('paymentComparisonId', '=', paymentComparisonId)
    .execute()
}

/** Deletes a comparison that failed, so that the next run doesn't have to wait for it. */
export async function dropComparison(db: Queryable, paymentComparisonId: number): Promise<void> {
  await db
    .deleteFrom('paymentComparison')
    .where('paymentComparisonId', '=', paymentComparisonId)
    .execute()
}

export interface UnfinishedRow {
  checkoutId: string
  provider: string
  sessionRef: string | null
  status: CheckoutStatus
  createdAt: Date
  expiresAt: Date
}

/** Unfinished checkouts created before `before`, oldest first. */
export function listUnfinished(
  db: Queryable,
  input: { provider: string; before: Date; last: UnfinishedRow | undefined },
): Promise<UnfinishedRow[]> {
  const { provider, before, last } = input
  let query = db
    .selectFrom('checkout')
    .select(['checkoutId', 'provider', 'sessionRef', 'status', 'createdAt', 'expiresAt'])
    .where('status', 'in', ['opening', 'open', 'processing'])
    .where('provider', '=', provider)
    .where('createdAt', '<', before)
  if (last) {
    query = query.where(
      sql<boolean>`(created_at, checkout_id) > (${last.createdAt}, ${last.checkoutId}::uuid)`,
    )
  }
  return query.orderBy('createdAt').orderBy('checkoutId').limit(PAGE).execute()
}

export interface RunningRow {
  purchaseId: number
  memberId: string | null
  checkoutId: string
  provider: string
  subscriptionRef: string
  isSurplus: boolean
}

/** Subscriptions that haven't ended at the provider, by id. */
export async function listRunning(
  db: Queryable,
  { provider, lastId }: { provider: string; lastId: number },
): Promise<RunningRow[]> {
  const rows = await db
    .selectFrom('purchase')
    .select(['purchaseId', 'memberId', 'checkoutId', 'provider', 'subscriptionRef', 'isSurplus'])
    .where('productType', '=', 'subscription')
    .where('state', '<>', 'ended')
    .where('provider', '=', provider)
    .where('subscriptionRef', 'is not', null)
    .where('purchaseId', '>', lastId)
    .orderBy('purchaseId')
    .limit(PAGE)
    .execute()
  return rows.map((row) => ({ ...row, subscriptionRef: row.subscriptionRef ?? '' }))
}

export interface BuyerRow {
  memberId: string
  /** One of the member's checkouts. */
  checkoutId: string
}

/**
 * Members, by id, who own one-time products bought after `since` and have no subscription that
 * `listRunning` returns.
 */
export async function listBuyers(
  db: Queryable,
  input: { provider: string; since: Date; last: string | undefined },
): Promise<BuyerRow[]> {
  const { provider, since, last = null } = input
  const { rows } = await sql<BuyerRow>`
    select member_id, max(checkout_id::text) as checkout_id from purchase
    where member_id is not null and product_type = 'one_time' and state in ('owned', 'disputed')
      and provider = ${provider} and purchased_at > ${since}
      and (${last}::uuid is null or member_id > ${last}::uuid)
      and not exists (
        select from purchase running
        where running.member_id = purchase.member_id and running.provider = purchase.provider
          and running.product_type = 'subscription' and running.state <> 'ended'
          and running.subscription_ref is not null and not running.is_surplus
      )
    group by member_id order by member_id limit ${PAGE}`.execute(db)
  return rows
}

export function listMismatches(db: Queryable, limit: number): Promise<MismatchRow[]> {
  return db
    .selectFrom('paymentMismatch')
    .select(['paymentMismatchId', 'sentence', 'isMended', 'foundAt'])
    .orderBy('foundAt', 'desc')
    .orderBy('paymentMismatchId', 'desc')
    .limit(limit)
    .execute()
}

export function findLastEvent(
  db: Queryable,
  provider: string,
): Promise<{ type: string; receivedAt: Date } | undefined> {
  return db
    .selectFrom('paymentEvent')
    .select(['type', 'receivedAt'])
    .where('provider', '=', provider)
    .orderBy('receivedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findLastCompared(db: Queryable): Promise<Date | undefined> {
  const row = await db
    .selectFrom('paymentComparison')
    .select('finishedAt')
    .where('finishedAt', 'is not', null)
    .orderBy('paymentComparisonId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.finishedAt ?? undefined
}
