import { type Selectable, sql } from 'kysely'
import type { NeutralName } from '#contract/neutral-names.ts'
import type { Queryable } from '#server/db/connect.ts'
import { type Listed, listSlice, type Slice } from '#server/db/page.ts'
import type { OutboxMail } from '#server/db/schema.gen.ts'

/** Why an email is not sent again although nobody knows whether it arrived. */
export const IN_DOUBT = 'It may have arrived: the mail server got it, and no answer came.'

export interface NewMailRow {
  kind: string
  toAddress: string
  subject: string
  text: string
  html: string
}

export interface MailRow extends NewMailRow {
  emailMessageId: number
  /** Why the last try failed. */
  lastError: string | null
}

const OUTBOX = ['outboxMailId', 'toAddress', 'subject', 'text', 'html', 'createdAt'] as const

export type OutboxRow = Pick<Selectable<OutboxMail>, (typeof OUTBOX)[number]>

/**
 * Emails about a member's activity under their pseudonym. Next to its address, such an email would
 * tell an administrator whose story or guidance request it is, so the outbox doesn't list it. A day
 * without a reminder would reveal that the member was active.
 */
const UNLISTED_KINDS = new Set(['story-approved', 'story-returned', 'notification', 'reminder'])
const UNLISTED = 'unlisted-'

export function isUnlistedKind(kind: string): boolean {
  return UNLISTED_KINDS.has(kind)
}

/** The idempotency key, the same for every attempt to deliver an email. */
export function deliveryKey({ kind, emailMessageId }: MailRow): string {
  return `${isUnlistedKind(kind) ? UNLISTED : ''}mail-${emailMessageId}`
}

/** Undefined if the email is not stored because a member has this address unverified. */
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

/** The neutral name of the member with this id or, without an id, this address. */
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

/** An email that is not sent and has not failed for good. */
export function findOpenMail(db: Queryable, emailMessageId: number): Promise<MailRow | undefined> {
  return db
    .selectFrom('emailMessage')
    .select(['emailMessageId', 'kind', 'toAddress', 'subject', 'text', 'html', 'lastError'])
    .where('emailMessageId', '=', emailMessageId)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .executeTakeFirst()
}

/** Deletes the emails to an address that are not sent and have not failed for good. */
export async function deleteOpenMails(db: Queryable, toAddress: string): Promise<void> {
  await db
    .deleteFrom('emailMessage')
    .where('toAddress', '=', toAddress)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .execute()
}

/**
 * Marks an email as failed for good before the mail server gets its end. If this process dies before
 * the outcome is stored, the email is not sent a second time.
 */
export async function markHandedOver(
  db: Queryable,
  { emailMessageId, now }: { emailMessageId: number; now: Date },
): Promise<void> {
  await db
    .updateTable('emailMessage')
    .set({ failedAt: now, lastError: IN_DOUBT })
    .where('emailMessageId', '=', emailMessageId)
    .execute()
}

/** Marks an email as sent and erases its content. `lastError` is that of an earlier try. */
export async function markSent(
  db: Queryable,
  input: {
    emailMessageId: number
    providerId: string | undefined
    lastError: string | null
    now: Date
  },
): Promise<void> {
  await db
    .updateTable('emailMessage')
    .set((eb) => ({
      sentAt: input.now,
      failedAt: null,
      lastError: input.lastError,
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

/**
 * Records a failed attempt. If it `isFinal`, erases the content and replaces the address by
 * `toAddress`, if given.
 */
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
      failedAt: input.isFinal ? input.now : null,
      ...(input.isFinal && {
        text: '',
        html: '',
        ...(input.toAddress !== undefined && { toAddress: input.toAddress }),
      }),
    }))
    .where('emailMessageId', '=', input.emailMessageId)
    .execute()
}

/** Stores an email in the outbox, once per key. */
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

/** The outbox emails that administrators may see, newest first. */
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
