import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { MailingKind } from '#contract/email.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { composeShared, type Delivery, deliver, type OpenMailing } from './deliver.ts'
import {
  BATCH_SIZE,
  BUSY_STREAK,
  closingTime,
  type Pace,
  paceOf,
  queueLimit,
  type Recipient,
} from './policy.ts'
import { IS_BOUNCED, isWanted } from './recipients-store.ts'

/** The most emails of one job that wait for the provider's answer at the same time. */
const MOST_AT_ONCE = 10
/** The shortest time between two progress updates to open pages. */
const REPORT_MS = 1_000

/** The recipients of one job: those of a mailing with neighboring ids. */
interface Batch {
  mailingId: number
  batch: number
}

/** Makes open pages refetch. */
export function announceMailings(context: Context): void {
  context.changes.announce({ kind: 'topic', topic: 'mailings' })
}

/**
 * Queues a job for each batch of a mailing with due recipients, unless it has one. Long mailings
 * are queued in parts.
 */
export async function queueBatches(
  context: Context,
  db: Queryable,
  mailingId: number,
): Promise<void> {
  const limit = queueLimit(context.config.mailRatePerMinute)
  const batches = await listDueBatches(db, { mailingId, now: context.now(), limit })
  const jobs = batches.map((batch) => ({
    data: { mailingId, batch },
    singletonKey: `${mailingId}-${batch}`,
  }))
  await context.jobs.sendAll(db, 'send-mailing', jobs)
}

/**
 * Queues whatever is due in all mailings being sent, and ends those that are done. This is how
 * deferred recipients, later time zones and whatever a server left behind get their emails.
 */
export async function continueMailings(context: Context): Promise<void> {
  for (const mailingId of await listSending(context.db)) {
    await queueBatches(context, context.db, mailingId)
  }
  await endMailings(context)
}

async function endMailings(context: Context): Promise<void> {
  const ended = await finishMailings(context.db, context.now())
  for (const mailingId of ended) context.log.info({ mailingId }, 'a mailing was sent')
  if (ended.length > 0) announceMailings(context)
}

/**
 * Sends a mailing to the due recipients of a batch. Whoever still waits afterwards, because the
 * mailing was paused, the provider failed or this node stops, gets a later job.
 */
export async function sendBatch(
  context: Context,
  { mailingId, batch }: Batch,
  signal: AbortSignal,
): Promise<void> {
  const pace = paceOf(context.config.mailRatePerMinute)
  let rest = await listDue(context.db, { mailingId, batch, now: context.now() })
  const provider: ProviderState = { mailingId, failures: 0, streak: 0, isBusy: false }
  let reportedAt = performance.now()
  while (rest.length > 0) {
    const ids = rest.slice(0, pace.perSecond)
    const count = await sendSome(context, { ids, pace, provider, signal })
    if (count === 0) break
    rest = rest.slice(count)
    if (performance.now() - reportedAt < REPORT_MS) continue
    reportedAt = performance.now()
    announceMailings(context)
  }
  announceMailings(context)
  await endMailings(context)
}

/**
 * Sends a mailing to the first of some recipients, at their places in the sequence. Returns how many
 * it handled; 0 if the job must not go on.
 */
async function sendSome(
  context: Context,
  given: { ids: number[]; pace: Pace; provider: ProviderState; signal: AbortSignal },
): Promise<number> {
  const { pace, provider, signal } = given
  const { db } = context
  const slots = await reserveSlots(db, { count: given.ids.length, gapMs: pace.gapMs })
  if (!slots) return 0
  provider.failures = slots.failures
  const start = performance.now() + slots.waitMs
  await pause(slots.waitMs, signal)
  // Read at the last moment: whether it is paused, and who still gets it at which address.
  const mailing = await findSending(db, provider.mailingId)
  if (!mailing || signal.aborted) return 0
  const mail = await composeShared(context, mailing)
  // After a failure, a single email tries the provider.
  const ids = slots.failures > 0 ? given.ids.slice(0, 1) : given.ids
  const recipients = await listRecipients(db, { ...mailing, ids })
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  for (const [index, recipient] of recipients.entries()) {
    await pause(start + index * pace.gapMs - performance.now(), signal)
    if (underWay.size >= MOST_AT_ONCE) await Promise.race(underWay)
    if (signal.aborted || provider.isBusy || failures.length > 0) break
    const one = deliver(context, { mailing, mail, recipient })
      .then((delivery) => noteDelivery(context, provider, delivery))
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(one))
    underWay.add(one)
  }
  await Promise.all(underWay)
  // The database's: the job fails once nothing of it is under way.
  if (failures.length > 0) throw failures[0]
  return provider.isBusy || signal.aborted ? 0 : ids.length
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await wait(ms, undefined, { signal }).catch(() => {})
}

/** The facts that the deliveries of a job show about the provider. */
interface ProviderState {
  mailingId: number
  /** How often in a row it had failed before. */
  failures: number
  /** Number of recipients in a row whom it deferred. */
  streak: number
  /** Whether it has to be left alone for a while. */
  isBusy: boolean
}

async function noteDelivery(
  context: Context,
  state: ProviderState,
  { provider, reason, retryAfterMs }: Delivery,
): Promise<void> {
  const { mailingId, failures } = state
  state.streak = provider === 'defers' ? state.streak + 1 : 0
  if (provider === 'answers' && failures > 0) await openGate(context.db)
  if (provider !== 'fails' && state.streak < BUSY_STREAK) return
  state.isBusy = true
  const ms = closingTime(failures + 1, retryAfterMs)
  if (!(await closeGate(context.db, { failures, ms }))) return
  const seconds = Math.ceil(ms / 1_000)
  await context.jobs.send(context.db, 'start-mailing', { mailingId }, { startAfter: seconds })
  context.log.warn({ mailingId, reason, seconds }, 'mailings are waiting for the email provider')
}

/** The mailings being sent, oldest first. */
async function listSending(db: Queryable): Promise<number[]> {
  const rows = await db
    .selectFrom('mailing')
    .select('mailingId')
    .where('status', '=', 'sending')
    .orderBy('mailingId')
    .execute()
  return rows.map((row) => row.mailingId)
}

/** Undefined for a mailing that is not being sent, such as a paused one. */
function findSending(db: Queryable, mailingId: number): Promise<OpenMailing | undefined> {
  return db
    .selectFrom('mailing')
    .select(['mailingId', 'kind', 'subject', 'preheader', 'html', 'auditCheckpoint'])
    .where('mailingId', '=', mailingId)
    .where('status', '=', 'sending')
    .executeTakeFirst()
}

/** Whether a row waits for a job: it is due, and no server of the previous release sends it. */
const isDue = (now: Date) => sql<boolean>`
  r.status = 'waiting' and r.due_at <= ${now}
  and (r.taken_until is null or r.taken_until = 'infinity' or r.taken_until < clock_timestamp())`

/** The numbers of the batches with due recipients, if the mailing is being sent. */
async function listDueBatches(
  db: Queryable,
  { mailingId, now, limit }: { mailingId: number; now: Date; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ batch: number }>`
    select distinct r.mailing_recipient_id / ${BATCH_SIZE}::int as batch
    from mailing m join mailing_recipient r on r.mailing_id = m.mailing_id
    where m.mailing_id = ${mailingId} and m.status = 'sending' and ${isDue(now)}
    order by batch limit ${limit}`.execute(db)
  return rows.map((row) => row.batch)
}

/** The due recipients of a batch. */
async function listDue(
  db: Queryable,
  { mailingId, batch, now }: { mailingId: number; batch: number; now: Date },
): Promise<number[]> {
  const first = batch * BATCH_SIZE
  const { rows } = await sql<{ id: number }>`
    select r.mailing_recipient_id as id from mailing_recipient r
    where r.mailing_id = ${mailingId} and ${isDue(now)}
      and r.mailing_recipient_id between ${first} and ${first + BATCH_SIZE - 1}
    order by r.mailing_recipient_id`.execute(db)
  return rows.map((row) => row.id)
}

/** Those of the recipients who still wait, with what decides whether they get the mailing. */
async function listRecipients(
  db: Queryable,
  { mailingId, kind, ids }: { mailingId: number; kind: MailingKind; ids: number[] },
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select r.mailing_recipient_id, r.member_id, r.due_at, r.handed_at, r.attempts,
      m.email, m.neutral_name, m.email_verified_at is not null as is_verified,
      m.suspended_at is not null as is_suspended, ${IS_BOUNCED} as is_bounced,
      ${isWanted(sql`${kind}::mailing_kind`)} as is_wanted
    from mailing_recipient r left join member m on m.member_id = r.member_id
    where r.mailing_id = ${mailingId} and r.mailing_recipient_id = any(${ids})
      and r.status = 'waiting'
    order by r.mailing_recipient_id`.execute(db)
  return rows
}

/** Marks mailings without waiting recipients as sent. Returns their ids. */
async function finishMailings(db: Queryable, now: Date): Promise<number[]> {
  const { rows } = await sql<{ mailingId: number }>`
    update mailing m set status = 'sent', finished_at = ${now}
    where status in ('sending', 'paused') and not exists (
      select from mailing_recipient r
      where r.mailing_id = m.mailing_id and r.status = 'waiting')
    returning mailing_id`.execute(db)
  return rows.map((row) => row.mailingId)
}

/** Places in the sequence of all emails of mailings, on all nodes. */
interface Slots {
  /** How long until the first one, in milliseconds. */
  waitMs: number
  /** How often in a row the provider has failed. */
  failures: number
}

/** Reserves slots, `gapMs` apart. Undefined while the provider is left alone after a failure. */
async function reserveSlots(
  db: Queryable,
  { count, gapMs }: { count: number; gapMs: number },
): Promise<Slots | undefined> {
  const span = sql`${count * gapMs}::float8 * interval '1 millisecond'`
  const { rows } = await sql<Slots>`
    update mail_gate set filled_at = greatest(filled_at, clock_timestamp()) + ${span}
    where closed_until is null or closed_until <= clock_timestamp()
    returning failures,
      greatest(0, extract(epoch from filled_at - ${span} - clock_timestamp()) * 1000)::float8
        as wait_ms`.execute(db)
  return rows[0]
}

/**
 * Leaves the provider alone for `ms`. If several emails fail at once, only the first counts:
 * `failures` is the number when their slots were reserved. Returns whether this call counted.
 */
async function closeGate(
  db: Queryable,
  { failures, ms }: { failures: number; ms: number },
): Promise<boolean> {
  const result = await sql`
    update mail_gate set failures = failures + 1,
      closed_until = clock_timestamp() + ${ms} * interval '1 millisecond'
    where failures = ${failures}`.execute(db)
  return (result.numAffectedRows ?? 0n) > 0n
}

async function openGate(db: Queryable): Promise<void> {
  await sql`update mail_gate set failures = 0, closed_until = null where failures > 0`.execute(db)
}
