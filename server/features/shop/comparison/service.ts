import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/durations.ts'
import type { PaymentsHealth } from '#contract/shop.ts'
import { shopEndpoints } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { notifyTeamOf } from '../../notifications/team-notices.ts'
import { readSettings } from '../../settings/service.ts'
import { giveUpCheckout } from '../checkout/store.ts'
import type { CheckoutOutcome } from '../events/apply.ts'
import { insertMismatch } from '../events/store.ts'
import { refreshCheckout } from '../events/sync.ts'
import { refreshMember } from '../purchases/check.ts'
import { endSubscription } from '../purchases/leave.ts'
import { mismatchSentences, presentMismatch } from './present.ts'
import {
  claimComparison,
  dropComparison,
  findLastCompared,
  findLastEvent,
  finishComparison,
  listBuyers,
  listMismatches,
  listRunning,
  listUnfinished,
  type RunningRow,
  type UnfinishedRow,
} from './store.ts'

/** Less than a day, so that a daily run never finds the previous one a moment too recent. */
const DUE_MS = 23 * HOUR_MS
/** A comparison that hasn't finished after this time belonged to a node that stopped. */
const STALE_MS = 30 * MINUTE_MS
/** Younger checkouts may still be in the middle of payment. */
const YOUNG_MS = 10 * MINUTE_MS
/** How long single payments are checked again; refunds and disputes seldom come later. */
const SINGLE_MS = 180 * DAY_MS
/** How long an administrator waits for a response; the comparison continues in the background. */
const WAIT_MS = 20_000
const SHOWN_MISMATCHES = 50

/**
 * Compares everything that can still change with the provider, if a comparison is due; false if
 * not.
 */
export async function runDueComparison(context: Context): Promise<boolean> {
  const doneSince = new Date(context.now().getTime() - DUE_MS)
  const paymentComparisonId = await claim(context, doneSince)
  if (paymentComparisonId === undefined) return false
  await compareAll(context, paymentComparisonId)
  return true
}

/**
 * Compares now, and responds after 20 seconds at most; a longer comparison continues in the
 * background.
 */
export async function compareNow(context: Context): Promise<PaymentsHealth> {
  const paymentComparisonId = await claim(context, undefined)
  if (paymentComparisonId === undefined) {
    throw new AppError('conflict', 'A comparison is already running. Check again later.')
  }
  const comparing = compareAll(context, paymentComparisonId)
  const late = new Promise<void>((resolve) => void setTimeout(resolve, WAIT_MS).unref())
  comparing.catch((error: unknown) =>
    context.log.error({ err: error }, 'payments could not be compared'),
  )
  await Promise.race([comparing, late])
  return readHealth(context)
}

/** The latest event and what the comparisons found. */
export async function readHealth(context: Context): Promise<PaymentsHealth> {
  const { db, payments, config } = context
  const lastEvent = await findLastEvent(db, payments.name)
  const lastCompared = await findLastCompared(db)
  const mismatches = await listMismatches(db, SHOWN_MISMATCHES)
  return {
    provider: payments.name,
    sellsNothing: payments.name === 'till' && config.isPublic,
    webhookUrl: `${config.publicUrl}${shopEndpoints.stripeWebhook.path}`,
    lastEventAt: lastEvent?.receivedAt.toISOString() ?? null,
    lastEventType: lastEvent?.type ?? null,
    lastComparedAt: lastCompared?.toISOString() ?? null,
    mismatches: mismatches.map(presentMismatch),
  }
}

/** @param doneSince undefined to compare regardless of earlier ones */
function claim({ db, now }: Context, doneSince: Date | undefined): Promise<number | undefined> {
  const at = now()
  const startedSince = new Date(at.getTime() - STALE_MS)
  return inTransaction(db, (trx) => claimComparison(trx, { now: at, doneSince, startedSince }))
}

async function compareAll(context: Context, paymentComparisonId: number): Promise<void> {
  try {
    await compareCheckouts(context)
    await compareSubscriptions(context)
    await compareBuyers(context)
  } catch (error) {
    await dropComparison(context.db, paymentComparisonId)
    throw error
  }
  await finishComparison(context.db, { paymentComparisonId, now: context.now() })
}

async function compareCheckouts(context: Context): Promise<void> {
  const { db, payments, now } = context
  const before = new Date(now().getTime() - YOUNG_MS)
  let last: UnfinishedRow | undefined
  do {
    const page = await listUnfinished(db, { provider: payments.name, before, last })
    for (const checkout of page) {
      await compare(context, checkout, () => compareCheckout(context, checkout))
    }
    last = page.at(-1)
  } while (last)
}

async function compareCheckout(
  context: Context,
  { checkoutId, sessionRef, expiresAt }: UnfinishedRow,
): Promise<CheckoutOutcome[]> {
  const now = context.now()
  const isOver = expiresAt <= now
  if (sessionRef === null) {
    // Its URL was never stored, so nobody was ever sent there.
    if (isOver) await giveUpCheckout(context.db, { checkoutId, now })
    return []
  }
  if (isOver) await context.payments.expireCheckout(sessionRef)
  const outcome = await refreshCheckout(context, { checkoutId })
  return outcome ? [outcome] : []
}

async function compareSubscriptions(context: Context): Promise<void> {
  const provider = context.payments.name
  let lastId = 0
  for (;;) {
    const page = await listRunning(context.db, { provider, lastId })
    const members = new Set(
      page.flatMap(({ memberId, isSurplus }) => (isSurplus ? [] : (memberId ?? []))),
    )
    for (const row of page) await endIfUnwanted(context, row)
    for (const memberId of members) {
      const rows = page.filter((row) => row.memberId === memberId)
      await compare(context, rows[0], async () => (await refreshMember(context, memberId)) ?? [])
    }
    const next = page.at(-1)?.purchaseId
    if (next === undefined) return
    lastId = next
  }
}

/** Single payments, too, can be refunded or disputed without an event arriving. */
async function compareBuyers(context: Context): Promise<void> {
  const { db, payments, now } = context
  const since = new Date(now().getTime() - SINGLE_MS)
  let last: string | undefined
  do {
    const page = await listBuyers(db, { provider: payments.name, since, last })
    for (const buyer of page) {
      await compare(
        context,
        buyer,
        async () => (await refreshMember(context, buyer.memberId)) ?? [],
      )
    }
    last = page.at(-1)?.memberId
  } while (last)
}

/** Asks again to end a surplus or ownerless subscription, until the provider has ended it. */
async function endIfUnwanted(context: Context, row: RunningRow): Promise<void> {
  if (!row.isSurplus && row.memberId !== null) return
  await compare(context, row, async () => {
    await endSubscription(context, row)
    return []
  })
}

/**
 * Records what was corrected. A comparison that fails is recorded too, and doesn't stop the rest.
 */
async function compare(
  context: Context,
  about: { checkoutId: string } | undefined,
  read: () => Promise<CheckoutOutcome[]>,
): Promise<void> {
  try {
    for (const outcome of await read()) await keep(context, outcome)
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined
    if (code === 'provider_unavailable') throw error
    context.log.error({ err: error, checkoutId: about?.checkoutId }, 'a payment was not compared')
    const what = about ? ` ${about.checkoutId}` : ''
    await insertMismatch(context.db, {
      purchaseId: null,
      checkoutId: about?.checkoutId ?? null,
      sentence:
        code === 'not_found'
          ? `The payment service no longer knows the checkout${what}.`
          : `The checkout${what} could not be compared. The log says why.`,
      isMended: false,
      foundAt: context.now(),
    })
    await notifyTeamOf(context, context.db, 'team-payment')
  }
}

async function keep(context: Context, outcome: CheckoutOutcome): Promise<void> {
  const { currency } = await readSettings(context.db)
  for (const sentence of mismatchSentences(outcome, currency)) {
    await insertMismatch(context.db, {
      purchaseId: outcome.after?.purchaseId ?? null,
      checkoutId: outcome.checkout.checkoutId,
      sentence,
      isMended: true,
      foundAt: context.now(),
    })
  }
}
