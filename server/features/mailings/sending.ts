import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { composeShared, type Delivery, deliver } from './deliver.ts'
import { BUSY_STREAK, closingTime, type Pace, paceOf, queueLimit } from './policy.ts'
import {
  closeGate,
  findSending,
  finishMailings,
  listDue,
  listDueBatches,
  listRecipients,
  listSending,
  openGate,
  reserveSlots,
} from './sending-store.ts'

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

/** What the deliveries of a job say about the provider. */
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
