import { type Selectable, sql } from 'kysely'
import type { NeutralName } from '#contract/neutral-names.ts'
import type { Queryable } from '#server/db/connect.ts'
import { type Listed, listSlice, type Slice } from '#server/db/page.ts'
import type { OutboxMail } from '#server/db/schema.gen.ts'

export interface NewMailRow {
  kind: string
  toAddress: string
  subject: string
  text: string
  html: string
}

export interface MailRow extends NewMailRow {
  emailMessageId: number
}

const OUTBOX = ['outboxMailId', 'toAddress', 'subject', 'text', 'html', 'createdAt'] as const

export type OutboxRow = Pick<Selectable<OutboxMail>, (typeof OUTBOX)[number]>

/**
 * Mails about what a member does under the pseudonym. Beside its address such a mail would tell an
 * administrator whose story or guidance request it is, so the outbox keeps it without listing it. A
 * day without a reminder would tell that its member has done something.
 */
const UNLISTED_KINDS = new Set(['story-approved', 'story-returned', 'notification', 'reminder'])
const UNLISTED = 'unlisted-'

export function isUnlistedKind(kind: string): boolean {
  return UNLISTED_KINDS.has(kind)
}

/** The same for every try to deliver a mail. */
export function deliveryKey({ kind, emailMessageId }: MailRow): string {
  return `${isUnlistedKind(kind) ? UNLISTED : ''}mail-${emailMessageId}`
}

/** Undefined for a mail that would go to an address whose member has not verified it. */
export async function insertMail(
  db: Queryable,
  mail: NewMailRow & { goesToUnverified: boolean },
): Promise<number | undefined> {
  const { kind, toAddress, subject, text, html, goesToUnverified } = mail
  const { rows } = await sql<{ emailMessageId: number }>`
    insert into email_message (kind, to_address, subject, text, html)
    select ${kind}, ${toAddress}, ${subject}, ${text}, ${html}
    where ${goesToUnverified} or not exists (
      select from member where email = ${toAddress} and email_verified_at is null
    )
    returning email_message_id`.execute(db)
  return rows[0]?.emailMessageId
}

/** The neutral name of the member whose address this is, or of the one with this id. */
export async function findNeutralName(
  db: Queryable,
  { email, memberId }: { email: string; memberId: string | undefined },
): Promise<NeutralName | null> {
  const row = await db
    .selectFrom('member')
    .select('neutralName')
    .where((eb) => (memberId ? eb('memberId', '=', memberId) : eb('email', '=', email)))
    .executeTakeFirst()
  return row?.neutralName ?? null
}

/** A mail that nobody has delivered or given up on yet. */
export function findOpenMail(db: Queryable, emailMessageId: number): Promise<MailRow | undefined> {
  return db
    .selectFrom('emailMessage')
    .select(['emailMessageId', 'kind', 'toAddress', 'subject', 'text', 'html'])
    .where('emailMessageId', '=', emailMessageId)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .executeTakeFirst()
}

/** Deletes the mails to an address that nobody has delivered or given up on yet. */
export async function deleteOpenMails(db: Queryable, toAddress: string): Promise<void> {
  await db
    .deleteFrom('emailMessage')
    .where('toAddress', '=', toAddress)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .execute()
}

/** Marks a mail as delivered and forgets what it said. */
export async function markSent(
  db: Queryable,
  input: { emailMessageId: number; providerId: string | undefined; now: Date },
): Promise<void> {
  await db
    .updateTable('emailMessage')
    .set((eb) => ({
      sentAt: input.now,
      providerId: input.providerId ?? null,
      attempts: eb('attempts', '+', 1),
      text: '',
      html: '',
    }))
    .where('emailMessageId', '=', input.emailMessageId)
    .execute()
}

export async function deleteMail(db: Queryable, emailMessageId: number): Promise<void> {
  await db.deleteFrom('emailMessage').where('emailMessageId', '=', emailMessageId).execute()
}

/** Remembers a failed try; `isFinal` ends the matter, and `toAddress` then takes the address's place. */
export async function markFailed(
  db: Queryable,
  input: {
    emailMessageId: number
    error: string
    isFinal: boolean
    toAddress?: string
    now: Date
  },
): Promise<void> {
  await db
    .updateTable('emailMessage')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      lastError: input.error.slice(0, 500),
      ...(input.isFinal && {
        ...{ failedAt: input.now, text: '', html: '' },
        ...(input.toAddress !== undefined && { toAddress: input.toAddress }),
      }),
    }))
    .where('emailMessageId', '=', input.emailMessageId)
    .execute()
}

/** Keeps a mail in the outbox; the same key twice keeps it once. */
export async function keepInOutbox(
  db: Queryable,
  mail: { idempotencyKey: string; toAddress: string; subject: string; text: string; html: string },
): Promise<void> {
  await db
    .insertInto('outboxMail')
    .values(mail)
    .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
    .execute()
}

/** What administrators may read of the outbox, newest first. */
export function listOutbox(
  db: Queryable,
  { to, ...slice }: Slice & { to: string | undefined },
): Promise<Listed<OutboxRow>> {
  let mails = db
    .selectFrom('outboxMail')
    .select(OUTBOX)
    .where('idempotencyKey', 'not like', `${UNLISTED}%`)
    .orderBy('outboxMailId', 'desc')
  if (to) mails = mails.where('toAddress', '=', to)
  return listSlice(mails, slice)
}
