import { isDeepStrictEqual } from 'node:util'
import type { NeutralName } from '#contract/neutral-names.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { concurrencyOf, type Pace, paceOf } from './policy.ts'
import {
  countSkipped,
  findNextDue,
  type Gate,
  listSending,
  lockGate,
  type OpenMailing,
  type RecipientKey,
  setTokens,
  takeRecipients,
} from './worker-store.ts'

/** How long a recipient belongs to one node. The node extends the lease while it works on it. */
export const LEASE_MS = 30_000
/** The most recipients handled in one transaction, including skipped ones. */
const MOST_AT_ONCE = 100

/** A message that this node has claimed to send. */
export interface Claim extends RecipientKey {
  mailing: OpenMailing
  memberId: string
  email: string
  neutralName: NeutralName | null
  /** How often the recipient was deferred. */
  attempts: number
  /** How often in a row the provider had failed when this message was claimed. */
  failures: number
}

export interface Claimed {
  claims: Claim[]
  /** How long nothing else can be claimed, unless something changes. */
  restMs: number
}

/** The longest wait. It is only a safety net, because a change wakes the worker at once. */
const IDLE_MS = 30_000
/** The wait before retrying a mailing that this node could not render. */
const UNSENDABLE_MS = 5_000
const POLL_MS = 1_000
/** Short enough to use up the full rate in small portions. */
const SHORTEST_REST_MS = 25

/**
 * Claims as many recipients as the rate, the provider and the messages in progress on all nodes
 * allow. Nodes do this one after another, so the limits are exact.
 *
 * @param mayBeSent whether this node has everything it needs for a mailing; called before claiming,
 * so that nothing delays sending afterwards
 */
export async function claimRecipients(
  context: Context,
  mayBeSent: (mailing: OpenMailing) => Promise<boolean>,
): Promise<Claimed> {
  const ready: OpenMailing[] = []
  for (const mailing of await listOpen(context, context.db)) {
    if (await mayBeSent(mailing)) ready.push(mailing)
  }
  if (ready.length === 0) return { claims: [], restMs: await msUntilDue(context) }
  const rate = context.config.mailRatePerMinute
  const pace = paceOf(rate)
  return inTransaction(context.db, async (trx) => {
    const gate = await lockGate(trx, pace)
    const free = freePlaces(gate, concurrencyOf(rate))
    const limit = Math.min(Math.floor(gate.tokens), free)
    const { claims, skipped } =
      limit > 0 ? await take(context, trx, { gate, limit, ready }) : NOTHING
    if (claims.length > 0) await setTokens(trx, gate.tokens - claims.length)
    if (skipped > 0 || claims.length > 0) return { claims, restMs: SHORTEST_REST_MS }
    return { claims, restMs: restOf(gate, { pace, free }) }
  })
}

/** Time until the next recipient is due, or until the next regular check. */
async function msUntilDue({ db, now }: Context): Promise<number> {
  const due = await findNextDue(db)
  if (!due) return IDLE_MS
  const ms = due.getTime() - now().getTime()
  return ms > 0 ? Math.min(ms, IDLE_MS) : UNSENDABLE_MS
}

/** The most mailings that a node works on, and caches in rendered form, at the same time. */
export const MOST_MAILINGS = 8

function listOpen(context: Context, db: Queryable): Promise<OpenMailing[]> {
  return listSending(db, { now: context.now(), limit: MOST_MAILINGS })
}

const NOTHING = { claims: [], skipped: 0 }

/**
 * None while the gate is closed; after a failure, a single message tests whether the provider
 * answers.
 */
function freePlaces({ closedMs, failures, underWay }: Gate, concurrency: number): number {
  if (closedMs > 0) return 0
  return Math.max(0, (failures > 0 ? 1 : concurrency) - underWay)
}

function restOf(gate: Gate, { pace, free }: { pace: Pace; free: number }): number {
  if (gate.closedMs > 0) return Math.min(gate.closedMs, POLL_MS)
  if (free === 0) return SHORTEST_REST_MS * 4
  if (gate.tokens >= 1) return POLL_MS
  const untilToken = ((1 - gate.tokens) / pace.perSecond) * 1000
  return Math.min(Math.max(untilToken, SHORTEST_REST_MS), POLL_MS)
}

async function take(
  context: Context,
  trx: Trx,
  { gate, limit, ready }: { gate: Gate; limit: number; ready: OpenMailing[] },
): Promise<{ claims: Claim[]; skipped: number }> {
  const claims: Claim[] = []
  let attempts = MOST_AT_ONCE
  for (const mailing of await listOpen(context, trx)) {
    // Skips mailings that were paused or changed since the check.
    if (!ready.some((one) => isDeepStrictEqual(one, mailing))) continue
    const most = Math.min(limit - claims.length, attempts)
    if (most <= 0) break
    const { taken, skipped } = await takeRecipients(trx, {
      ...{ mailing, limit: most, now: context.now(), leaseMs: LEASE_MS },
      keysHeldSince: keysHeldSince(context),
    })
    attempts -= taken.length + skipped
    const { mailingId } = mailing
    if (skipped > 0) await countSkipped(trx, { mailingId, skipped })
    const { failures } = gate
    claims.push(...taken.map((row) => ({ ...row, mailingId, mailing, failures })))
  }
  return { claims, skipped: MOST_AT_ONCE - attempts - claims.length }
}

const ALWAYS = new Date('0001-01-01T00:00:00Z')
const NEVER = new Date('9999-01-01T00:00:00Z')

/** Messages handed over before this moment could arrive twice if they were sent again. */
export function keysHeldSince({ email, now }: Context): Date {
  if (email.keyLifeMs === 0) return NEVER
  if (email.keyLifeMs === Number.POSITIVE_INFINITY) return ALWAYS
  return new Date(now().getTime() - email.keyLifeMs)
}
