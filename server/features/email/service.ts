import { type Selectable, sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import type { OutboxMail } from '#contract/email.ts'
import type { Page } from '#contract/endpoint.ts'
import type { NeutralName } from '#contract/neutral-names.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { type Listed, listSlice, type Slice, sliceOf } from '#server/db/page.ts'
import type { OutboxMail as OutboxTable } from '#server/db/schema.gen.ts'
import { AppError } from '#server/domain/app-error.ts'
import { oneLine } from '#server/domain/one-line.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { siteTitle } from '../settings/service.ts'
import { sealBody } from './sealed-body.ts'
import { type NewMailRow, UNLISTED } from './store.ts'
import type { Mail } from './templates/layout.ts'
import { neutralNameOf, neutralSender, neutralSubject } from './templates/neutral-subject.ts'

/** The kind of an email; stored in the email log. */
export type MailKind =
  | 'code'
  | 'reset'
  | 'password-changed'
  | 'factors-changed'
  | 'factors-failed'
  | 'welcome'
  | 'story-approved'
  | 'story-returned'
  | 'notification'
  | 'email-changed'
  | 'email-code'
  | 'email-in-use'
  | 'email-change-undone'
  | 'payment-failed'
  | 'payment-refunded'
  | 'invitation'
  | 'application-declined'
  | 'notice-answered'
  | 'suspension-answered'
  | 'reminder'
  | 'connection-changed'

/** Emails that verify an address. An account whose address is not verified gets no others. */
const VERIFYING: ReadonlySet<MailKind> = new Set(['code', 'reset'])

/** How long sending an email is tried, unless it expires earlier. */
const TRIED_MS = DAY_MS

/** Emails to people who are not members, about whom nothing is kept after delivery. */
const FORGOTTEN: ReadonlySet<string> = new Set<MailKind>([
  'invitation',
  'application-declined',
  'notice-answered',
])

/** Whether an email and its address are deleted after delivery. */
export function isForgotten(kind: string): boolean {
  return FORGOTTEN.has(kind)
}

/**
 * Queues an email in the caller's transaction, so that it is sent only if the transaction commits.
 * Does nothing if an account has this address unverified, except for emails that verify it.
 */
export async function queueMail(
  context: Context,
  trx: Queryable,
  input: {
    kind: MailKind
    to: string
    mail: Mail
    /** The member the email is for, if `to` is not their account's address. */
    memberId?: string
    /** Seconds to wait before sending. */
    startAfter?: number
    /** One-click unsubscribe link for this kind of email (RFC 8058). */
    unsubscribeUrl?: string
    /** The email is not sent after this moment; by default, a day after it could first be sent. */
    expiresAt?: Date
    /** Sent after other emails in the queue. */
    isPatient?: boolean
  },
): Promise<void> {
  const { kind, to, memberId, startAfter = 0, isPatient = false } = input
  const lastMoment = new Date(context.now().getTime() + startAfter * 1000 + TRIED_MS)
  const { expiresAt = lastMoment } = input
  const neutralName = await findNeutralName(trx, { email: to, memberId })
  const subject = neutralName ? neutralSubject(neutralName, kind) : input.mail.subject
  const emailMessageId = await insertMail(trx, {
    kind,
    toAddress: to,
    subject,
    ...sealBody(context.keys, {
      ...input.mail,
      unsubscribeUrl: input.unsubscribeUrl,
      expiresAt: expiresAt.toISOString(),
    }),
    goesToUnverified: VERIFYING.has(input.kind),
  })
  if (emailMessageId === undefined) return
  const options = { startAfter, priority: isPatient ? -1 : 0 }
  await context.jobs.send(trx, 'send-email', { emailMessageId }, options)
}

/** Deletes the queued emails to an address that no longer belongs to its member. */
export async function dropMails(trx: Trx, to: string): Promise<void> {
  await trx
    .deleteFrom('emailMessage')
    .where('toAddress', '=', to)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .execute()
}

/** The `From` header of our emails. */
export async function mailSender({ config, db }: Context): Promise<string> {
  if (config.mail.provider !== 'outbox') return config.mail.from
  return `${oneLine(await siteTitle(db))} <outbox@localhost.invalid>`
}

/** The `From` header for a subject: with the neutral name if the subject is a neutral one. */
export function senderFor(sender: string, subject: string): string {
  const name = neutralNameOf(subject)
  return name ? neutralSender(name, sender) : sender
}

/**
 * The emails in the outbox. Throws `not_found` if a real provider sends emails, or if the site is on
 * the internet and the outbox wasn't chosen: it has other people's sign-in codes. The outbox shows
 * addresses with the emails sent to them, so each view is recorded in the audit log, but not whose
 * emails were searched for.
 */
export async function readOutbox(
  context: Context,
  admin: Admin,
  query: { to?: string | undefined; page: number; pageSize: number },
): Promise<Page<OutboxMail>> {
  if (context.config.mail.provider !== 'outbox') {
    throw new AppError('not_found', 'An email service is connected, so no emails are kept here.')
  }
  if (context.config.isPublic && !context.config.environment.email) {
    throw new AppError(
      'not_found',
      'This site is on the internet, so nobody can read its emails here. Connect an email service on the page Connections.',
    )
  }
  await recordAudit(context.db, admin, {
    action: 'outbox-read',
    detail: { page: query.page, searched: query.to ? 'yes' : 'no' },
  })
  const { rows, total } = await listOutbox(context.db, {
    to: query.to,
    ...sliceOf(query),
  })
  return { items: rows.map(presentOutboxMail), total }
}

function presentOutboxMail(row: OutboxRow): OutboxMail {
  return {
    id: row.outboxMailId,
    to: row.toAddress,
    recipientCount: row.recipientCount,
    subject: row.subject,
    text: row.text,
    html: row.html,
    createdAt: row.createdAt.toISOString(),
  }
}

const OUTBOX = ['outboxMailId', 'toAddress', 'subject', 'text', 'html', 'createdAt'] as const

interface OutboxRow extends Pick<Selectable<OutboxTable>, (typeof OUTBOX)[number]> {
  recipientCount: number
}

/** Undefined if the email is not stored because a member has this address unverified. */
async function insertMail(
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
async function findNeutralName(
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

/** The same for all emails of a mailing, as `deliver.ts` of the mailings makes their keys. */
const GROUP = sql`coalesce(substring(idempotency_key from '^mailing-[0-9]+-'), idempotency_key)`

/** The outbox emails that administrators may see, newest first, with one email for each mailing. */
function listOutbox(
  db: Queryable,
  { to, ...slice }: Slice & { to: string | undefined },
): Promise<Listed<OutboxRow>> {
  let groups = db
    .selectFrom('outboxMail')
    .select(({ fn }) => [
      fn.max('outboxMailId').as('newestId'),
      sql<number>`count(*)::int`.as('recipientCount'),
    ])
    .where('idempotencyKey', 'not like', `${UNLISTED}%`)
    .groupBy(GROUP)
  if (to) groups = groups.where('toAddress', '=', to)
  const mails = db
    .selectFrom(groups.as('mailGroup'))
    .innerJoin('outboxMail', 'outboxMailId', 'newestId')
    .select([...OUTBOX, 'recipientCount'])
    .orderBy('outboxMailId', 'desc')
  return listSlice(mails, slice)
}
