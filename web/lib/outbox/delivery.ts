import { type AnyCall, ApiError, call, sentenceOf } from '#web/lib/api.ts'
import { accountCalls } from '#web/lib/calls.gen.ts'
import {
  areaOf,
  countFailure,
  isPassing,
  listWaiting,
  type OutboxItem,
  refuseItem,
  removeItem,
  removeOldItemsOfOthers,
} from '#web/lib/outbox/outbox-items.ts'
import { noteOutboxChange, noteStatus, showOutboxOf } from '#web/lib/outbox/outbox-state.ts'
import { runSeriallyAcrossTabs } from '#web/lib/outbox/serial.ts'

/** After this many server failures on one call, the call itself is considered the cause. */
const MOST_FAILURES = 5

const FIRST_RETRY_MS = 5_000

const LONGEST_RETRY_MS = 5 * 60_000

/** A call without an answer for this long counts as unreachable. */
export const PATIENCE_MS = 20_000

interface Watch {
  memberId: string
  onSent: (calls: OutboxItem[]) => void
  tries: number
  timer: ReturnType<typeof setTimeout> | undefined
}

let current: Watch | undefined

/** Whether the server was unreachable on the last try. */
let hasFailed = false

/** Calls that were sent while no watch was active to report them to. */
let unreported: OutboxItem[] = []

/**
 * Sends the signed-in member's waiting calls now, when the network is back, when the page is visible
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
  removeOldItemsOfOthers(input.memberId, Date.now()).catch(() => undefined)
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

/** Sends waiting calls now. Call it after queueing a call or after an answer from the server. */
export function deliverSoon({ onlyAfterFailure = false } = {}): void {
  if (current && (!onlyAfterFailure || hasFailed)) void deliver(current)
}

/** Schedules a retry. Call it after queueing a call because the server was unreachable. */
export function deliverLater(): void {
  if (!current) return
  conclude('unreachable')
  schedule(current, undefined)
}

/** Tries to send a member's waiting calls now. Never rejects. */
export async function deliverNow(memberId: string): Promise<Round | undefined> {
  try {
    const round = await runSeriallyAcrossTabs('outbox', () =>
      flushOutbox({
        memberId,
        send: makeCall,
        whoIsHere,
        onChange: () => void noteOutboxChange(),
      }),
    )
    report(round.sent)
    return round
  } catch {
    // The browser refuses storage, so no calls wait.
    return undefined
  }
}

function report(sent: OutboxItem[]): void {
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

function makeCall({ method, url, body }: OutboxItem): Promise<unknown> {
  const endpoint: AnyCall = { method, path: url, who: 'member' }
  return call(endpoint, { body, signal: AbortSignal.timeout(PATIENCE_MS), asks: false })
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

/**
 * How a round ended. `done`: no calls are left. `unreachable`: the rest waits for the server. `postponed`:
 * the rest waits for a limit to pass, for the journal to be unlocked, or for an email address to be
 * confirmed. `signed-out`: the member is not signed in on this device.
 */
export type RoundStatus = 'done' | 'unreachable' | 'postponed' | 'signed-out'

interface Round {
  status: RoundStatus
  sent: OutboxItem[]
  /** When the limit ends that `postponed` waits for, if the server said. */
  retryAfterSeconds: number | undefined
}

export interface FlushTools {
  memberId: string
  /** Makes a call; throws the ApiError of a refusal. */
  send: (call: OutboxItem) => Promise<unknown>
  /** The id of the member who is signed in on this device now. */
  whoIsHere: () => Promise<string | undefined>
  /** Called after each call. */
  onChange: () => void
}

type Outcome = 'sent' | 'refused' | 'unreachable' | 'postponed' | 'signed-out'

/**
 * Sends a member's waiting calls in the order in which they were made. A call leaves the queue after its
 * answer; if the page closes in between, it is sent twice, which the server handles.
 */
export async function flushOutbox(tools: FlushTools): Promise<Round> {
  const round: Round = { status: 'done', sent: [], retryAfterSeconds: undefined }
  const postponedAreas = new Set<string>()
  let last = 0
  while (true) {
    const calls = await listWaiting(tools.memberId)
    const call = calls.find((each) => each.id > last && !postponedAreas.has(areaOf(each.url)))
    if (!call) break
    // Another tab may have signed in someone else, who must not send this member's calls.
    const outcome = last === 0 ? await checkMember(tools) : undefined
    if (outcome) return { ...round, status: outcome }
    last = call.id
    const { ended, error } = await sendItem(call, tools)
    if (ended === 'sent') round.sent.push(call)
    if (ended === 'postponed') {
      postponedAreas.add(areaOf(call.url))
      round.retryAfterSeconds = error?.retryAfterSeconds ?? round.retryAfterSeconds
    }
    if (ended === 'unreachable' || ended === 'signed-out') return { ...round, status: ended }
  }
  return { ...round, status: postponedAreas.size > 0 ? 'postponed' : 'done' }
}

async function checkMember(tools: FlushTools): Promise<'unreachable' | 'signed-out' | undefined> {
  try {
    return (await tools.whoIsHere()) === tools.memberId ? undefined : 'signed-out'
  } catch {
    return 'unreachable'
  }
}

async function sendItem(
  call: OutboxItem,
  { send, onChange }: FlushTools,
): Promise<{ ended: Outcome; error?: ApiError }> {
  try {
    await send(call)
    await removeItem(call.id)
    return { ended: 'sent' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const ended = outcomeOf(call, error)
    if (ended === 'refused') await refuseItem(call.id, sentenceOf(error), error.newer)
    if (ended === 'unreachable' && error.status >= 500) await countFailure(call.id)
    return { ended, error }
  } finally {
    onChange()
  }
}

function outcomeOf(call: OutboxItem, error: ApiError): Outcome {
  if (error.status === 401) return 'signed-out'
  if (error.status === 429 || error.code === 'journal_locked') return 'postponed'
  if (error.code === 'address_changed') return 'postponed'
  if (isPassing(error)) return 'unreachable'
  const mayRecover = error.status >= 500 && call.failures + 1 < MOST_FAILURES
  return mayRecover ? 'unreachable' : 'refused'
}

/**
 * Milliseconds until the next try, growing with each one. Varies by up to a fifth, so that devices
 * don't all retry at once after the server was down.
 *
 * @param tries from 0
 * @param random from 0 to 1
 */
export function retryDelay(
  tries: number,
  { retryAfterSeconds = 0, random = Math.random() } = {},
): number {
  const grown = Math.min(FIRST_RETRY_MS * 2 ** tries, LONGEST_RETRY_MS)
  return Math.max(retryAfterSeconds * 1000, Math.round(grown * (0.8 + 0.4 * random)))
}
