import { type Selectable, sql } from 'kysely'
import type { MailingKind, RecipientGroup } from '#contract/email.ts'
import type { Queryable } from '#server/db/connect.ts'
import { type Listed, listSlice, type Slice } from '#server/db/page.ts'
import type { Mailing } from '#server/db/schema.gen.ts'

const ROW = [
  'mailingId',
  'kind',
  'subject',
  'preheader',
  'html',
  'recipientGroup',
  /** For the group of a product's buyers. */
  'productId',
  'sendAt',
  'status',
  'version',
  /** The email provider; null before sending begins, and for mailings older than this column. */
  'provider',
  'recipientCount',
  'sentCount',
  'failedCount',
  'uncertainCount',
  'skippedCount',
  'bouncedCount',
  'unsubscribedCount',
  'createdAt',
  'finishedAt',
] as const

export type MailingRow = Pick<Selectable<Mailing>, (typeof ROW)[number]>

export interface NewMailing {
  kind: MailingKind
  clientKey: string
  createdBy: string | null
  subject: string
  preheader?: string
  html: string
  recipientGroup?: RecipientGroup
  productId?: number | null
  sendAt: Date
  createdAt: Date
}

/**
 * Inserts a mailing; undefined if its key exists already. If two are inserted at the same time, the
 * second waits for the first.
 */
export function insertMailing(trx: Queryable, row: NewMailing): Promise<MailingRow | undefined> {
  return trx
    .insertInto('mailing')
    .values(row)
    .onConflict((conflict) => conflict.column('clientKey').doNothing())
    .returning(ROW)
    .executeTakeFirst()
}

export function findMailing(db: Queryable, mailingId: number): Promise<MailingRow | undefined> {
  return db.selectFrom('mailing').select(ROW).where('mailingId', '=', mailingId).executeTakeFirst()
}

export function findMailingByKey(
  db: Queryable,
  clientKey: string,
): Promise<MailingRow | undefined> {
  return db.selectFrom('mailing').select(ROW).where('clientKey', '=', clientKey).executeTakeFirst()
}

/** Reads a mailing and locks it until the transaction ends. */
export function lockMailing(trx: Queryable, mailingId: number): Promise<MailingRow | undefined> {
  return trx
    .selectFrom('mailing')
    .select(ROW)
    .where('mailingId', '=', mailingId)
    .forUpdate()
    .executeTakeFirst()
}

export function updateMailing(
  trx: Queryable,
  mailingId: number,
  changes: Partial<Omit<MailingRow, 'mailingId' | 'kind' | 'createdAt'>>,
): Promise<MailingRow> {
  return trx
    .updateTable('mailing')
    .set(changes)
    .where('mailingId', '=', mailingId)
    .returning(ROW)
    .executeTakeFirstOrThrow()
}

/** Scheduled, sending and paused mailings first, earliest on top; then the others, newest first. */
export function listMailings(
  db: Queryable,
  { kind, ...slice }: Slice & { kind: MailingKind | undefined },
): Promise<Listed<MailingRow>> {
  const isOpen = sql<boolean>`status in ('scheduled', 'sending', 'paused')`
  let mailings = db
    .selectFrom('mailing')
    .select(ROW)
    .orderBy(isOpen, 'desc')
    .orderBy(sql`case when ${isOpen} then send_at end`)
    .orderBy('sendAt', 'desc')
    .orderBy('mailingId', 'desc')
  if (kind) mailings = mailings.where('kind', '=', kind)
  return listSlice(mailings, slice)
}
