import { accountEndpoints } from '#contract/accounts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { flushCalls, type Round, type Standing } from '#web/lib/outbox/flush.ts'
import type { KeptCall } from '#web/lib/outbox/kept-call.ts'
import { noteOutboxChange, noteStanding, showOutboxOf } from '#web/lib/outbox/outbox-state.ts'
import { removeOldCallsOfOthers } from '#web/lib/outbox/outbox-store.ts'
import { retryDelay } from '#web/lib/outbox/retry-delay.ts'
import { inTurnOfTabs } from '#web/lib/outbox/turns.ts'

/** A connection that says nothing for so long counts as none. */
export const PATIENCE_MS = 20_000

interface Watch {
  memberId: string
  onSent: (calls: KeptCall[]) => void
  tries: number
  timer: ReturnType<typeof setTimeout> | undefined
}

let current: Watch | undefined
/** Whether the last try found no way to the server. */
let hasFailed = false
/** What was sent while nobody was there to hear of it. */
let untold: KeptCall[] = []

/**
 * Sends what waits for the signed-in member, now and whenever there is reason to hope: the network
 * is back, the page is looked at again, some time has passed. Returns how to stop.
 */
export function startDelivery(input: Pick<Watch, 'memberId' | 'onSent'>): () => void {
  const watch: Watch = { ...input, tries: 0, timer: undefined }
  current = watch
  showOutboxOf(input.memberId)
  const wake = (): void => {
    watch.tries = 0
    void deliver(watch)
  }
  const look = (): void => {
    if (document.visibilityState === 'visible') wake()
  }
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', look)
  removeOldCallsOfOthers(input.memberId, Date.now()).catch(() => undefined)
  tell(untold.filter(({ memberId }) => memberId === input.memberId))
  untold = []
  wake()
  return () => {
    window.removeEventListener('online', wake)
    document.removeEventListener('visibilitychange', look)
    clearTimeout(watch.timer)
    if (current !== watch) return
    current = undefined
    showOutboxOf(undefined)
  }
}

/** Something was kept, or the server has just answered: sends what waits for the member. */
export function deliverSoon({ onlyAfterFailure = false } = {}): void {
  if (current && (!onlyAfterFailure || hasFailed)) void deliver(current)
}

/** Something was kept because the server cannot be reached: tries again after a while. */
export function deliverLater(): void {
  if (!current) return
  conclude('unreachable')
  schedule(current, undefined)
}

/** Sends what waits for a member now; resolves when that was tried. Never rejects. */
export async function deliverNow(memberId: string): Promise<Round | undefined> {
  try {
    const round = await inTurnOfTabs('outbox', () =>
      flushCalls({
        memberId,
        send: makeKeptCall,
        whoIsHere,
        onChange: () => void noteOutboxChange(),
      }),
    )
    tell(round.sent)
    return round
  } catch {
    // The browser refuses storage, so that nothing waits.
    return undefined
  }
}

function tell(sent: KeptCall[]): void {
  if (sent.length === 0) return
  if (current) current.onSent(sent)
  else untold.push(...sent)
}

async function deliver(watch: Watch): Promise<void> {
  clearTimeout(watch.timer)
  const round = await deliverNow(watch.memberId)
  if (!round || current !== watch) return
  conclude(round.standing)
  if (round.sent.length > 0) watch.tries = 0
  // Who signs in again starts a delivery anew, or looks at the page.
  if (round.standing === 'unreachable' || round.standing === 'held') {
    schedule(watch, round.retryAfterSeconds)
  }
}

function conclude(standing: Standing): void {
  hasFailed = standing === 'unreachable'
  noteStanding(standing)
}

function schedule(watch: Watch, retryAfterSeconds: number | undefined): void {
  clearTimeout(watch.timer)
  const delay = retryDelay(watch.tries, { retryAfterSeconds })
  watch.tries += 1
  watch.timer = setTimeout(() => void deliver(watch), delay)
}

function makeKeptCall({ method, url, body }: KeptCall): Promise<unknown> {
  const endpoint: Endpoint = { method, path: url, who: 'member', summary: '', response: null }
  return call(endpoint, { body, signal: AbortSignal.timeout(PATIENCE_MS) })
}

async function whoIsHere(): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    return (await call(accountEndpoints.currentUser, { signal })).id
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined
    throw error
  }
}
