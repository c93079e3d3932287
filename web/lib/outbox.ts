import type { Endpoint, ResponseOf } from '#contract/endpoint.ts'
import { type AnyCall, ApiError, type CallInput, call, type EndpointOf } from '#web/lib/api.ts'
import { deliverLater, deliverSoon, PATIENCE_MS } from '#web/lib/outbox/delivery.ts'
import {
  addItem,
  areaOf,
  isPassing,
  listWaiting,
  type NewItem,
  newItem,
} from '#web/lib/outbox/outbox-items.ts'
import { noteOutboxChange } from '#web/lib/outbox/outbox-state.ts'
import { runSerially } from '#web/lib/outbox/serial.ts'
import { isNewer, markNewer } from '#web/lib/versions.ts'

/** The toast for something that waits on the device until it can be sent. */
export const QUEUED_TOAST = {
  title: 'Saved on this device',
  description: 'We’ll send it when you’re back online.',
} as const

/** Browsers allow keepalive calls 64 KB of bodies in total; this is the share of one call. */
const MOST_KEEPALIVE_BYTES = 16_000

/** The result of a call: its answer, or `queued` if it waits on this device for the network. */
export type Delivery<E extends Endpoint> = { answer: ResponseOf<E> } | 'queued'

interface QueueOptions {
  memberId: string
  /** While calls wait, a later call of the member with the same key replaces the earlier one. */
  key: string
  /** Says to the member what waits, such as 'Reply'. */
  title: string
  /** Their words or choice, so that they can copy it if the server refuses it. */
  text?: string | undefined
  /** For forms: a rate limit (429) is thrown, not queued, so that the form shows it and keeps its text. */
  throwsLimits?: boolean
  /** For one-tap actions, which have no form: the call also waits until its member signs in again. */
  waitsForSignIn?: boolean
}

/**
 * Makes a call. If the server cannot be reached, the call waits in the outbox on this device and is
 * made later, in order. A waiting call with the same key is replaced. Throws an ApiError if the
 * server refuses. A short call continues when its page is closed or reloaded.
 *
 * A call may arrive twice, so the server must be able to detect that: pass `madeAt` for something
 * that belongs to a day, and a unique `key` for something new. A call with a file never waits.
 */
export function sendOrQueue<Call extends AnyCall>(
  endpoint: Call,
  input: CallInput<EndpointOf<Call>>,
  options: QueueOptions,
): Promise<Delivery<EndpointOf<Call>>> {
  const { memberId, key, title, text, throwsLimits, waitsForSignIn } = options
  const item = newItem(endpoint, input, { memberId, key, title, text })
  const mayWait = (error: unknown): boolean => {
    const status = error instanceof ApiError ? error.status : undefined
    if (status === 401) return waitsForSignIn === true
    return isPassing(error) && !(throwsLimits && status === 429)
  }
  return runSerially(`${memberId} ${key}`, async () => {
    if (item && (await mustQueue(item)) && (await queue(item))) {
      deliverSoon()
      return 'queued'
    }
    try {
      const signal = input.signal ?? (item && AbortSignal.timeout(PATIENCE_MS))
      const keepalive = item !== undefined && bytesOf(item.body) <= MOST_KEEPALIVE_BYTES
      const answer = await call(endpoint, { ...input, signal, keepalive })
      deliverSoon()
      return isNewer(answer) ? markNewer({ answer }) : { answer }
    } catch (error) {
      if (!item || !mayWait(error) || !(await queue(item))) throw error
      // After a sign-out, the member's next sign-in sends it; that may already be in another tab.
      if (error instanceof ApiError && error.status === 401) deliverSoon()
      else deliverLater()
      return 'queued'
    }
  })
}

function bytesOf(body: unknown): number {
  return new TextEncoder().encode(JSON.stringify(body) ?? '').length
}

/** Whether earlier calls to the same part of the API are waiting; they must be sent first. */
async function mustQueue(item: NewItem): Promise<boolean> {
  const waiting = await listWaiting(item.memberId).catch(() => [])
  return waiting.some((earlier) => areaOf(earlier.url) === areaOf(item.url))
}

/** False if the browser refuses storage. */
async function queue(item: NewItem): Promise<boolean> {
  try {
    await addItem(item)
    await noteOutboxChange()
    return true
  } catch {
    return false
  }
}
