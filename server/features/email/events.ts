import { type Selectable, sql } from 'kysely'
import type { EmailEvent } from '#contract/email.ts'
import type { Page } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { type Listed, listSlice, type Slice, sliceOf } from '#server/db/page.ts'
import type { EmailEvent as EventTable } from '#server/db/schema.gen.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { JsonValue, MailEvent } from '#server/ports/email/port.ts'
import { siteTitle } from '../settings/service.ts'
import { announceResults, countBounce } from './results.ts'
import { isUnlistedKind } from './store.ts'
import { judge, lockAddress } from './suppression.ts'
import { neutralUnlistedSubjects } from './templates/neutral-subject.ts'
import { notificationMail, reminderMail } from './templates/notification-mails.ts'
import { storyApprovedMail, storyReturnedMail } from './templates/story-mails.ts'

/** When an event is worth sending again to a site without a secret. */
const RETRY_SECONDS = 3_600

/**
 * Stores an event from the email provider and updates the address's suppression. A repeated event
 * changes nothing. Throws `provider_unavailable` if no secret is set up, so that the provider keeps
 * its events and sends them again, and `invalid_input` if its signature is not valid.
 */
export async function receiveMailEvent(
  context: Context,
  message: { headers: Record<string, unknown>; body: Buffer },
): Promise<{ received: true }> {
  if (!context.mailEvents) {
    const sentence = 'This site doesn’t accept email events: no webhook secret is set up.'
    throw new AppError('provider_unavailable', sentence, { retryAfterSeconds: RETRY_SECONDS })
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

/** Longest event data in characters; more than any provider sends about one email. */
const LONGEST_DATA = 16_000

/**
 * The part of an event to store, as JSON. Links to this site lose their query, which can contain a
 * reset token or the story that somebody reads. For an unlisted event, everything that reveals the
 * email's subject matter is left out.
 */
export function keptData(
  event: MailEvent,
  { isListed, publicUrl }: { isListed: boolean; publicUrl: string },
): string {
  if (!isListed) return bareData(event)
  const data = JSON.stringify(withoutQueries(event.payload, new URL(publicUrl).host))
  return data.length <= LONGEST_DATA ? data : bareData(event)
}

function bareData({ type, providerId, reason }: MailEvent): string {
  return JSON.stringify({ type, data: { email_id: providerId, reason } })
}

function withoutQueries(value: JsonValue, host: string): JsonValue {
  if (typeof value === 'string') return withoutQuery(value, host)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((entry) => withoutQueries(entry, host))
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, withoutQueries(entry, host)]),
  )
}

function withoutQuery(text: string, host: string): string {
  const url = /^\s*https?:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined
  return url?.host === host ? `${url.origin}${url.pathname}` : text
}

/** When the event happened: its own time if known and not in the future, otherwise now. */
export function momentOf({ at }: MailEvent, now: Date): Date {
  return at && at < now ? at : now
}

/**
 * The address that an event concerns. Our emails have one recipient each, so an event that names
 * several is not certain to concern any of them.
 */
export function addressOf({ recipients }: MailEvent): { email: string; isCertain: boolean } {
  return { email: recipients[0] ?? '', isCertain: recipients.length === 1 }
}

interface NewEventRow {
  providerEventId: string
  email: string
  eventType: string
  eventData: string
  isListed: boolean
  createdAt: Date
  receivedAt: Date
}

const EVENT = ['emailEventId', 'email', 'eventType', 'eventData', 'createdAt'] as const

type EventRow = Pick<Selectable<EventTable>, (typeof EVENT)[number]>

/** The new event's id; undefined if the provider has sent it before. */
async function insertEvent(trx: Queryable, event: NewEventRow): Promise<number | undefined> {
  const row = await trx
    .insertInto('emailEvent')
    .values(event)
    .onConflict((conflict) => conflict.column('providerEventId').doNothing())
    .returning('emailEventId')
    .executeTakeFirst()
  return row?.emailEventId
}

/**
 * Whether this is one of our emails about a member's activity under their pseudonym. Matches the
 * provider's id, or recipient and subject, because an event can arrive before the provider's
 * response has been stored.
 */
async function isOfUnlistedMail(
  db: Queryable,
  { email, subject, providerId }: { email: string; subject: string; providerId: string },
): Promise<boolean> {
  const mails = await db
    .selectFrom('emailMessage')
    .select('kind')
    .where('providerId', '=', providerId)
    .union(
      db
        .selectFrom('emailMessage')
        .select('kind')
        .where('toAddress', '=', email)
        .where('subject', '=', subject),
    )
    .execute()
  return mails.some((mail) => isUnlistedKind(mail.kind))
}

/** The events that administrators may see, newest first. */
function listEvents(db: Queryable, slice: Slice): Promise<Listed<EventRow>> {
  const events = db
    .selectFrom('emailEvent')
    .select(EVENT)
    .where('isListed', '=', true)
    .orderBy('createdAt', 'desc')
    .orderBy('emailEventId', 'desc')
  return listSlice(events, slice)
}

/** Whether any email was sent between two moments. */
export async function hasSentBetween(
  db: Queryable,
  { after, before }: { after: Date; before: Date },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from email_message where sent_at > ${after} and sent_at < ${before}
    ) or exists (
      select from mailing_recipient
      where status = 'sent' and done_at > ${after} and done_at < ${before}
    ) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** When the newest event arrived, listed or not. */
export async function findLastArrival(db: Queryable): Promise<Date | undefined> {
  const row = await db
    .selectFrom('emailEvent')
    .select('receivedAt')
    .orderBy('emailEventId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.receivedAt
}

/** The subjects of emails that are not listed for administrators. */
function unlistedSubjects(brand: string): string[] {
  const nothing = { title: '', reason: '', url: 'https://x', editUrl: 'https://x' }
  return [
    storyApprovedMail({ brand, ...nothing }),
    storyReturnedMail({ brand, ...nothing }),
    notificationMail({ brand, ...nothing }),
    reminderMail({ brand, url: 'https://x', unsubscribeUrl: 'https://x' }),
  ].map((mail) => mail.subject)
}
