import { type AnyCall, ApiError, call } from '#web/lib/api.ts'
import { accountCalls } from '#web/lib/calls.gen.ts'
import { flushCalls, type Round, type RoundStatus } from '#web/lib/outbox/flush.ts'
import type { KeptCall } from '#web/lib/outbox/kept-call.ts'
import { noteOutboxChange, noteStatus, showOutboxOf } from '#web/lib/outbox/outbox-state.ts'
import { removeOldCallsOfOthers } from '#web/lib/outbox/outbox-store.ts'
import { retryDelay } from '#web/lib/outbox/retry-delay.ts'
import { runSeriallyAcrossTabs } from '#web/lib/outbox/serial.ts'

/** A call without an answer for this long counts as unreachable. */
export const PATIENCE_MS = 20_000

interface Watch {
  memberId: string
  onSent: (calls: KeptCall[]) => void
  tries: number
  timer: ReturnType<typeof setTimeout> | undefined
}

let current: Watch | undefined
/** Whether the server was unreachable on the last try. */
let hasFailed = false
/** Calls that were sent while no watch was active to report them to. */
let unreported: KeptCall[] = []

/**
 * Sends the signed-in member's kept calls now, when the network is back, when the page is visible
 * again, and after a delay. Returns a function that stops it.
 */
export function startDelivery(input: Pick<Watch, 'memberId' | 'onSent'>): () => void {
  const watch: Watch = { ...input, tries: 0, timer: undefined }
  current = watch
  showOutboxOf(input.memberId)
  const wake = (): void => {
    watch.tries = 0
    void deliver(watch)
  }
  const wakeIfVisible = (): void => {
    if (document.visibilityState === 'visible') wake()
  }
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', wakeIfVisible)
  removeOldCallsOfOthers(input.memberId, Date.now()).catch(() => undefined)
  report(unreported.filter(({ memberId }) => memberId === input.memberId))
  unreported = []
  wake()
  return () => {
    window.removeEventListener('online', wake)
    document.removeEventListener('visibilitychange', wakeIfVisible)
    clearTimeout(watch.timer)
    if (current !== watch) return
    current = undefined
    showOutboxOf(undefined)
  }
}

/** Sends kept calls now. Call it after keeping a call or after an answer from the server. */
export function deliverSoon({ onlyAfterFailure = false } = {}): void {
  if (current && (!onlyAfterFailure || hasFailed)) void deliver(current)
}

/** Schedules a retry. Call it after keeping a call because the server was unreachable. */
export function deliverLater(): void {
  if (!current) return
  conclude('unreachable')
  schedule(current, undefined)
}

/** Tries to send a member's kept calls now. Never rejects. */
export async function deliverNow(memberId: string): Promise<Round | undefined> {
  try {
    const round = await runSeriallyAcrossTabs('outbox', () =>
      flushCalls({
        memberId,
        send: makeKeptCall,
        whoIsHere,
        onChange: () => void noteOutboxChange(),
      }),
    )
    report(round.sent)
    return round
  } catch {
    // The browser refuses storage, so no calls are kept.
    return undefined
  }
}

function report(sent: KeptCall[]): void {
  if (sent.length === 0) return
  if (current) current.onSent(sent)
  else unreported.push(...sent)
}

async function deliver(watch: Watch): Promise<void> {
  clearTimeout(watch.timer)
  const round = await deliverNow(watch.memberId)
  if (!round || current !== watch) return
  conclude(round.status)
  if (round.sent.length > 0) watch.tries = 0
  // A signed-out round isn't retried: signing in or returning to the page starts a new one.
  if (round.status === 'unreachable' || round.status === 'postponed') {
    schedule(watch, round.retryAfterSeconds)
  }
}

function conclude(status: RoundStatus): void {
  hasFailed = status === 'unreachable'
  noteStatus(status)
}

function schedule(watch: Watch, retryAfterSeconds: number | undefined): void {
  clearTimeout(watch.timer)
  const delay = retryDelay(watch.tries, { retryAfterSeconds })
  watch.tries += 1
  watch.timer = setTimeout(() => void deliver(watch), delay)
}

function makeKeptCall({ method, url, body }: KeptCall): Promise<unknown> {
  const endpoint: AnyCall = { method, path: url, who: 'member' }
  return call(endpoint, { body, signal: AbortSignal.timeout(PATIENCE_MS) })
}

async function whoIsHere(): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    return (await call(accountCalls.currentUser, { signal })).id
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined
    throw error
  }
}
