import type { EmailEvent } from '#contract/email.ts'
import type { Page } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { MailEvent } from '#server/ports/email/port.ts'
import { siteTitle } from '../settings/service.ts'
import { addressOf, keptData, momentOf } from './events-policy.ts'
import {
  type EventRow,
  insertEvent,
  isOfUnlistedMail,
  listEvents,
  lockAddress,
} from './events-store.ts'
import { announceResults, countBounce } from './results-service.ts'
import { judge } from './suppression-service.ts'
import { neutralUnlistedSubjects } from './templates/neutral-subject.ts'
import { unlistedSubjects } from './templates/unlisted.ts'

/**
 * Stores an event from the email provider and updates the address's suppression. A repeated event
 * changes nothing. Throws `not_found` if the site accepts no events, and `invalid_input` if the
 * provider's signature is not valid.
 */
export async function receiveMailEvent(
  context: Context,
  message: { headers: Record<string, unknown>; body: Buffer },
): Promise<{ received: true }> {
  if (!context.mailEvents) {
    throw new AppError('not_found', 'This site doesn’t accept email events.')
  }
  const event = context.mailEvents.read(message)
  const { isCounted } = await inTransaction(context.db, (trx) => keep(context, trx, event))
  if (isCounted) announceResults(context)
  return { received: true }
}

/** @returns whether it changed the results of a mailing */
async function keep(context: Context, trx: Trx, event: MailEvent): Promise<{ isCounted: boolean }> {
  const now = context.now()
  const { email, isCertain } = addressOf(event)
  await lockAddress(trx, email)
  const isListed = !(await isUnlisted(trx, event, email))
  const at = momentOf(event, now)
  const emailEventId = await insertEvent(trx, {
    providerEventId: event.id,
    email,
    eventType: event.type,
    eventData: keptData(event, { isListed, publicUrl: context.config.publicUrl }),
    isListed,
    createdAt: at,
    receivedAt: now,
  })
  if (emailEventId === undefined || !isCertain) return { isCounted: false }
  const { verdict, reason, tags } = event
  await judge(trx, { emailEventId, email, at, verdict, reason, now })
  const isBounce = verdict === 'hard-bounce' || verdict === 'soft-bounce'
  return { isCounted: isBounce && (await countBounce(trx, { tags, at })) }
}

/**
 * Whether the email is about a member's activity under their pseudonym. The outbox doesn't list
 * such emails either. The check by subject covers emails of deleted accounts.
 */
async function isUnlisted(trx: Trx, event: MailEvent, email: string): Promise<boolean> {
  const { subject = '', providerId = '' } = event
  if (await isOfUnlistedMail(trx, { email, subject, providerId })) return true
  const subjects = [...unlistedSubjects(await siteTitle(trx)), ...neutralUnlistedSubjects()]
  return subjects.includes(subject)
}

/** The provider's events, newest first. */
export async function readEvents(
  context: Context,
  query: { page: number; pageSize: number },
): Promise<Page<EmailEvent>> {
  const { rows, total } = await listEvents(context.db, sliceOf(query))
  return { items: rows.map(presentEvent), total }
}

function presentEvent(row: EventRow): EmailEvent {
  return {
    id: row.emailEventId,
    email: row.email,
    eventType: row.eventType,
    createdAt: row.createdAt.toISOString(),
    eventData: row.eventData,
  }
}
