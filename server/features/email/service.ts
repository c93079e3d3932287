import type { OutboxMail } from '#contract/email.ts'
import type { Page } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { AppError } from '#server/domain/app-error.ts'
import { oneLine } from '#server/domain/one-line.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { siteTitle } from '../settings/service.ts'
import { presentOutboxMail } from './present.ts'
import { sealBody } from './queued-service.ts'
import { deleteOpenMails, findNeutralName, insertMail, listOutbox } from './store.ts'
import type { Mail } from './templates/layout.ts'
import { neutralNameOf, neutralSender, neutralSubject } from './templates/neutral-subject.ts'

/** What a mail is about; kept for the log of mails. */
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
  | 'email-to-prove'
  | 'email-code'
  | 'email-in-use'
  | 'email-change-undone'
  | 'payment-failed'
  | 'payment-refunded'
  | 'invitation'
  | 'application-declined'
  | 'reminder'

/** Mails that verify an address. An account whose address is not verified gets no others. */
const VERIFYING: ReadonlySet<MailKind> = new Set(['code', 'reset', 'email-to-prove'])

/** Mails to people who are no members, of whom nothing is kept once they have their answer. */
const FORGOTTEN: ReadonlySet<string> = new Set<MailKind>(['invitation', 'application-declined'])

/** Whether nothing is kept of a mail after its delivery, its address included. */
export function isForgotten(kind: string): boolean {
  return FORGOTTEN.has(kind)
}

/**
 * Queues a mail in the caller's transaction: it goes out exactly if the transaction commits, and
 * only to an address that nobody has registered without verifying it.
 */
export async function queueMail(
  context: Context,
  trx: Queryable,
  input: {
    kind: MailKind
    to: string
    mail: Mail
    /** Whose mail it is, where `to` is not the address of their account. */
    memberId?: string
    /** Seconds until it may go out. */
    startAfter?: number
    /** Ends emails of this kind with one press (RFC 8058). */
    unsubscribeUrl?: string
    /** Not sent from then on. */
    expiresAt?: Date
    /** Others go first. */
    isPatient?: boolean
  },
): Promise<void> {
  const { kind, to, memberId } = input
  const neutralName = await findNeutralName(trx, { email: to, memberId })
  const subject = neutralName ? neutralSubject(neutralName, kind) : input.mail.subject
  const emailMessageId = await insertMail(trx, {
    kind,
    toAddress: to,
    subject,
    ...sealBody(context.keys, {
      ...input.mail,
      unsubscribeUrl: input.unsubscribeUrl,
      expiresAt: input.expiresAt?.toISOString(),
    }),
    goesToUnverified: VERIFYING.has(input.kind),
  })
  if (emailMessageId === undefined) return
  const { startAfter = 0, isPatient = false } = input
  const options = { startAfter, priority: isPatient ? -1 : 0 }
  await context.jobs.send(trx, 'send-email', { emailMessageId }, options)
}

/** Takes back the queued mails to an address that is not its member's any more. */
export function dropMails(trx: Trx, to: string): Promise<void> {
  return deleteOpenMails(trx, to)
}

/** Whom mails come from, as a mail's header says it. */
export async function mailSender({ config, db }: Context): Promise<string> {
  if (config.mail.provider !== 'outbox') return config.mail.from
  return `${oneLine(await siteTitle(db))} <outbox@localhost.invalid>`
}

/** The same for a mail whose subject is neutral, as it was when the mail was queued. */
export function senderFor(sender: string, subject: string): string {
  const name = neutralNameOf(subject)
  return name ? neutralSender(name, sender) : sender
}

/**
 * What stayed in the outbox. Throws `not_found` when a real provider sends the mails. It shows
 * addresses beside what was written to them, so each look is in the audit log, though not whose
 * mails were looked for.
 */
export async function readOutbox(
  context: Context,
  admin: Admin,
  query: { to?: string | undefined; page: number; pageSize: number },
): Promise<Page<OutboxMail>> {
  if (context.config.mail.provider !== 'outbox') {
    throw new AppError('not_found', 'An email provider is set up, so there’s no outbox.')
  }
  await recordAudit(context.db, {
    adminId: admin.id,
    action: 'outbox-read',
    subjectType: 'outbox',
    subjectId: '',
    detail: { page: query.page, searched: query.to ? 'yes' : 'no' },
  })
  const { rows, total } = await listOutbox(context.db, {
    to: query.to,
    ...sliceOf(query),
  })
  return { items: rows.map(presentOutboxMail), total }
}
