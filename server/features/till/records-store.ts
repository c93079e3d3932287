import type { SelectQueryBuilder } from 'kysely'
import type { ProductType } from '#contract/shop.ts'
import type { Queryable } from '#server/db/connect.ts'
import { countRows, type Listed, type Slice } from '#server/db/page.ts'
import type { DB, PaymentDispute } from '#server/db/schema.gen.ts'
import type { TillRecordState } from './policy.ts'

/** A subscription or single payment, with the product and the buyer. */
export interface RecordRow {
  tillRecordId: number
  sessionRef: string
  checkoutId: string
  customerRef: string
  /** Null once the account is deleted. */
  email: string | null
  title: string
  productType: ProductType
  priceCents: number
  subscriptionRef: string | null
  state: TillRecordState
  endsAtPeriodEnd: boolean
  periodStart: Date
  periodEnd: Date | null
  endedAt: Date | null
  createdAt: Date
}

export interface PaymentRow {
  paymentRef: string
  tillRecordId: number
  state: 'paid' | 'failed' | 'pending'
  amountCents: number
  refundedCents: number
  dispute: PaymentDispute
  paidAt: Date
}

export async function insertRecord(
  trx: Queryable,
  record: {
    sessionRef: string
    subscriptionRef: string | null
    state: TillRecordState
    periodStart: Date
    periodEnd: Date | null
    createdAt: Date
  },
): Promise<number> {
  const row = await trx
    .insertInto('tillRecord')
    .values(record)
    .returning('tillRecordId')
    .executeTakeFirstOrThrow()
  return row.tillRecordId
}

export async function updateRecord(
  trx: Queryable,
  tillRecordId: number,
  changes: Partial<
    Pick<RecordRow, 'state' | 'endsAtPeriodEnd' | 'periodStart' | 'periodEnd' | 'endedAt'>
  >,
): Promise<void> {
  await trx
    .updateTable('tillRecord')
    .set(changes)
    .where('tillRecordId', '=', tillRecordId)
    .execute()
}

type RecordKey = { tillRecordId: number } | { subscriptionRef: string }

export function findRecord(db: Queryable, key: RecordKey): Promise<RecordRow | undefined> {
  const query = records(db)
  return 'tillRecordId' in key
    ? query.where('tillRecord.tillRecordId', '=', key.tillRecordId).executeTakeFirst()
    : query.where('tillRecord.subscriptionRef', '=', key.subscriptionRef).executeTakeFirst()
}

/** Reads a record and locks it until the transaction ends. */
export async function lockRecord(trx: Queryable, key: RecordKey): Promise<RecordRow | undefined> {
  const query = trx.selectFrom('tillRecord').select('tillRecordId').forUpdate()
  await ('tillRecordId' in key
    ? query.where('tillRecordId', '=', key.tillRecordId).execute()
    : query.where('subscriptionRef', '=', key.subscriptionRef).execute())
  return findRecord(trx, key)
}

/** Newest first. */
export async function listRecords(
  db: Queryable,
  { limit, offset }: Slice,
): Promise<Listed<RecordRow>> {
  const rows = await newestFirst(records(db)).limit(limit).offset(offset).execute()
  return { rows, total: await countRows(db.selectFrom('tillRecord')) }
}

/** Newest first. */
export function listRecordsOf(db: Queryable, customerRef: string): Promise<RecordRow[]> {
  return newestFirst(records(db).where('tillSession.customerRef', '=', customerRef)).execute()
}

/** The ids of subscriptions whose period is over and that must renew or end. */
export async function listOverdueRecords(db: Queryable, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('tillRecord')
    .select('tillRecordId')
    .where('periodEnd', '<=', now)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'active'),
        eb.and([eb('state', 'in', ['past_due', 'paused']), eb('endsAtPeriodEnd', '=', true)]),
      ]),
    )
    .orderBy('tillRecordId')
    .execute()
  return rows.map((row) => row.tillRecordId)
}

export async function insertPayment(
  trx: Queryable,
  payment: Pick<PaymentRow, 'paymentRef' | 'tillRecordId' | 'state' | 'amountCents' | 'paidAt'>,
): Promise<void> {
  await trx.insertInto('tillPayment').values(payment).execute()
}

export async function updatePayment(
  trx: Queryable,
  paymentRef: string,
  changes: Pick<PaymentRow, 'refundedCents'>,
): Promise<void> {
  await trx.updateTable('tillPayment').set(changes).where('paymentRef', '=', paymentRef).execute()
}

export function findPayment(db: Queryable, paymentRef: string): Promise<PaymentRow | undefined> {
  return payments(db).where('paymentRef', '=', paymentRef).executeTakeFirst()
}

/** The payments of these records, latest first. */
export function listPayments(
  db: Queryable,
  tillRecordIds: readonly number[],
): Promise<PaymentRow[]> {
  if (tillRecordIds.length === 0) return Promise.resolve([])
  return payments(db)
    .where('tillRecordId', 'in', tillRecordIds)
    .orderBy('paidAt', 'desc')
    .orderBy('paymentRef', 'desc')
    .execute()
}

function payments(db: Queryable): SelectQueryBuilder<DB, 'tillPayment', PaymentRow> {
  const query = db
    .selectFrom('tillPayment')
    .select([
      'paymentRef',
      'tillRecordId',
      'state',
      'amountCents',
      'refundedCents',
      'dispute',
      'paidAt',
    ])
  // A check constraint limits the column to these states.
  return query as SelectQueryBuilder<DB, 'tillPayment', PaymentRow>
}

type Records = SelectQueryBuilder<DB, 'tillRecord' | 'tillSession', RecordRow>

function newestFirst(query: Records): Records {
  return query.orderBy('tillRecord.createdAt', 'desc').orderBy('tillRecord.tillRecordId', 'desc')
}

function records(db: Queryable): Records {
  const query = db
    .selectFrom('tillRecord')
    .innerJoin('tillSession', 'tillSession.sessionRef', 'tillRecord.sessionRef')
    .innerJoin('tillPrice', 'tillPrice.priceRef', 'tillSession.priceRef')
    .innerJoin('tillCustomer', 'tillCustomer.customerRef', 'tillSession.customerRef')
    .select([
      'tillRecord.tillRecordId',
      'tillRecord.sessionRef',
      'tillSession.checkoutId',
      'tillSession.customerRef',
      'tillCustomer.email',
      'tillPrice.title',
      'tillPrice.productType',
      'tillPrice.priceCents',
      'tillRecord.subscriptionRef',
      'tillRecord.state',
      'tillRecord.endsAtPeriodEnd',
      'tillRecord.periodStart',
      'tillRecord.periodEnd',
      'tillRecord.endedAt',
      'tillRecord.createdAt',
    ])
  // Only the policy's states are ever stored. The cast also hides further joined tables from the
  // type.
  return query as unknown as Records
}
