import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import {
  type Claim,
  type Claimed,
  claimRecipients,
  keysHeldSince,
  LEASE_MS,
  MOST_MAILINGS,
} from './claim-service.ts'
import { composeShared, type Delivery, deliver, type SharedMail } from './deliver-service.ts'
import { BUSY_STREAK, closingTime } from './policy.ts'
import { announceMailings, concernsMailings } from './service.ts'
import {
  closeGate,
  extendLeases,
  finishMailings,
  type OpenMailing,
  type Outcome,
  openGate,
  saveOutcomes,
  settleInterrupted,
} from './worker-store.ts'

/** The shortest time between two progress updates to open pages. */
const REPORT_MS = 1_000
/** How often leases are extended, and interrupted messages of dead nodes are settled. */
const CARE_MS = 8_000
/** If a node has not extended a lease for this long, it no longer hands the message over. */
const OWN_MS = LEASE_MS - CARE_MS
/** Pause between two turns, so that outcomes at nearly the same time are stored together. */
const SHORTEST_TURN_MS = 50
/** Time between two claims: claiming several recipients costs the database little more than one. */
const CLAIM_MS = 100

const INTERRUPTED =
  'The server stopped while sending this. It may have arrived, so it isn’t sent again.'

/**
 * Sends mailings on this node. All nodes share the work, the rate and the state of the provider.
 */
export class MailingWorker {
  readonly #context: Context
  /** The messages being sent, and when their leases were last extended. */
  readonly #underWay = new Map<Claim, { sending: Promise<void>; leasedAt: number }>()
  readonly #composed = new Map<string, Promise<SharedMail>>()
  #outcomes: Outcome[] = []
  #hasChanges = false
  #reportedAt = 0
  #caredAt = 0
  #claimedAt = 0
  #busyAt = performance.now()
  /** Number of recipients in a row whom the provider deferred. */
  #streak = 0
  #wake = Promise.withResolvers<void>()

  constructor(context: Context) {
    this.#context = context
    context.changes.listen((change) => {
      if (concernsMailings(change)) this.#wake.resolve()
    })
  }

  /** For how long, in ms, there has been nothing to send. */
  get idleMs(): number {
    return performance.now() - this.#busyAt
  }

  /** Starts sending due messages, then waits for the next turn or until `signal` is aborted. */
  async turn(signal: AbortSignal): Promise<void> {
    // Saved before anything is claimed: a message whose outcome isn't stored could be sent again.
    await this.#save()
    await this.#care()
    const { claims, restMs } = await this.#claim()
    for (const claim of claims) this.#start(claim)
    if (this.#underWay.size > 0) this.#busyAt = performance.now()
    await this.#report()
    await this.#rest(this.#hasChanges ? Math.min(restMs, REPORT_MS) : restMs, signal)
  }

  /** Waits for messages in progress and stores their outcomes. No turn may follow. */
  async end(): Promise<void> {
    await Promise.all([...this.#underWay.values()].map(({ sending }) => sending))
    await this.#save()
    await finishMailings(this.#context.db, this.#context.now())
    announceMailings(this.#context)
  }

  async #claim(): Promise<Claimed> {
    const now = performance.now()
    const restMs = this.#claimedAt + CLAIM_MS - now
    if (restMs > 0) return { claims: [], restMs }
    this.#claimedAt = now
    return claimRecipients(this.#context, (mailing) =>
      this.#compose(mailing).then(
        () => true,
        (error: unknown) => this.#sayUnsendable(mailing, error),
      ),
    )
  }

  #start(claim: Claim): void {
    const entry = { sending: Promise.resolve(), leasedAt: performance.now() }
    const isOurs = (): boolean => performance.now() - entry.leasedAt < OWN_MS
    const given = { compose: () => this.#compose(claim.mailing), isOurs }
    entry.sending = deliver(this.#context, claim, given)
      .then((delivery) => this.#note(claim, delivery))
      .finally(() => {
        this.#underWay.delete(claim)
        this.#wake.resolve()
      })
    this.#underWay.set(claim, entry)
  }

  #compose(mailing: OpenMailing): Promise<SharedMail> {
    const key = JSON.stringify([mailing.mailingId, mailing.subject, mailing.html])
    const known = this.#composed.get(key)
    if (known !== undefined) return known
    const [oldest] = this.#composed.keys()
    if (oldest !== undefined && this.#composed.size >= MOST_MAILINGS) this.#composed.delete(oldest)
    const mail = composeShared(this.#context, mailing)
    this.#composed.set(key, mail)
    mail.catch(() => this.#composed.delete(key))
    return mail
  }

  #sayUnsendable({ mailingId }: OpenMailing, error: unknown): false {
    this.#context.log.error({ err: error, mailingId }, 'a mailing could not be rendered')
    return false
  }

  async #note(claim: Claim, delivery: Delivery): Promise<void> {
    const { outcome, provider } = delivery
    if (outcome) this.#outcomes.push(outcome)
    this.#streak = provider === 'puts-off' ? this.#streak + 1 : 0
    const isBusy = this.#streak >= BUSY_STREAK
    if (isBusy) this.#streak = 0
    const { log, db } = this.#context
    try {
      if (provider === 'fails' || isBusy) await this.#leaveAlone(claim, delivery)
      else if (claim.failures > 0) await openGate(db)
    } catch (error) {
      log.error({ err: error }, 'the state of the email provider was not stored')
    }
  }

  async #leaveAlone({ failures, mailingId }: Claim, delivery: Delivery): Promise<void> {
    const { reason, retryAfterMs } = delivery
    const ms = closingTime(failures + 1, retryAfterMs)
    if (!(await closeGate(this.#context.db, { failures, ms }))) return
    const seconds = Math.round(ms / 1000)
    this.#context.log.warn(
      { mailingId, reason, seconds },
      'mailings are waiting for the email provider',
    )
  }

  async #save(): Promise<void> {
    const outcomes = [...this.#outcomes]
    if (outcomes.length === 0) return
    await saveOutcomes(this.#context.db, { outcomes, now: this.#context.now() })
    this.#outcomes = this.#outcomes.slice(outcomes.length)
    this.#hasChanges = true
  }

  async #care(): Promise<void> {
    const now = performance.now()
    if (now - this.#caredAt < CARE_MS) return
    this.#caredAt = now
    const entries = [...this.#underWay]
    if (entries.length > 0) {
      const keys = entries.map(([claim]) => claim)
      await extendLeases(this.#context.db, { keys, leaseMs: LEASE_MS })
      for (const [, entry] of entries) entry.leasedAt = now
    }
    const given = { keysHeldSince: keysHeldSince(this.#context), note: INTERRUPTED }
    if (await settleInterrupted(this.#context.db, given)) this.#hasChanges = true
  }

  async #report(): Promise<void> {
    const now = performance.now()
    if (now - this.#reportedAt < REPORT_MS) return
    this.#reportedAt = now
    const finished = await finishMailings(this.#context.db, this.#context.now())
    for (const mailingId of finished) {
      this.#context.log.info({ mailingId }, 'a mailing was sent')
    }
    if (finished.length > 0 || this.#hasChanges) announceMailings(this.#context)
    this.#hasChanges = false
  }

  async #rest(ms: number, signal: AbortSignal): Promise<void> {
    const end = new AbortController()
    const either = AbortSignal.any([signal, end.signal])
    const pause = (time: number): Promise<void> =>
      wait(time, undefined, { signal: either }).catch(() => {})
    if (!signal.aborted && this.#underWay.size > 0) await pause(SHORTEST_TURN_MS)
    await Promise.race([this.#wake.promise, pause(ms)])
    end.abort()
    this.#wake = Promise.withResolvers()
  }
}
