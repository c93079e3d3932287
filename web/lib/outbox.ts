import type { Endpoint, ResponseOf } from '#contract/endpoint.ts'
import { type AnyCall, ApiError, type CallInput, call, type EndpointOf } from '#web/lib/api.ts'
import { deliverLater, deliverSoon, PATIENCE_MS } from '#web/lib/outbox/delivery.ts'
import { areaOf, callToKeep, isPassing, type NewCall } from '#web/lib/outbox/kept-call.ts'
import { noteOutboxChange } from '#web/lib/outbox/outbox-state.ts'
import { keepCall, listCalls } from '#web/lib/outbox/outbox-store.ts'
import { runSerially } from '#web/lib/outbox/serial.ts'

/** Browsers allow keepalive calls 64 KB of bodies in total; this is the share of one call. */
const MOST_KEEPALIVE_BYTES = 16_000

/** The result of a call: its answer, or `kept` if it waits on this device for the network. */
export type Delivery<E extends Endpoint> = { answer: ResponseOf<E> } | 'kept'

interface KeepOptions {
  memberId: string
  /** While calls wait, a later call of the member with the same key replaces the earlier one. */
  key: string
  /** For forms: a rate limit (429) is thrown, not kept, so that the form shows it and keeps its text. */
  throwsLimits?: boolean
  /** For one-tap actions, which have no form: the call also waits until its member signs in again. */
  waitsForSignIn?: boolean
}

/**
 * Makes a call. If the server cannot be reached, keeps the call on this device and makes it later, in
 * order. A kept call with the same key is replaced. Throws an ApiError if the server refuses. A short
 * call continues when its page is closed or reloaded.
 *
 * A call may arrive twice, so the server must be able to detect that: pass `madeAt` for something
 * that belongs to a day, and a unique `key` for something new. A call with a file is never kept.
 */
export function sendOrKeep<Call extends AnyCall>(
  endpoint: Call,
  input: CallInput<EndpointOf<Call>>,
  options: KeepOptions,
): Promise<Delivery<EndpointOf<Call>>> {
  const { memberId, key } = options
  const kept = callToKeep(endpoint, input, { memberId, key })
  const isKept = (error: unknown): boolean => {
    const status = error instanceof ApiError ? error.status : undefined
    if (status === 401) return options.waitsForSignIn === true
    return isPassing(error) && !(options.throwsLimits && status === 429)
  }
  return runSerially(`${memberId} ${key}`, async () => {
    if (kept && (await mustQueue(kept)) && (await keep(kept))) {
      deliverSoon()
      return 'kept'
    }
    try {
      const signal = input.signal ?? (kept && AbortSignal.timeout(PATIENCE_MS))
      const keepalive = kept !== undefined && bytesOf(kept.body) <= MOST_KEEPALIVE_BYTES
      const answer = await call(endpoint, { ...input, signal, keepalive })
      deliverSoon()
      return { answer }
    } catch (error) {
      if (!kept || !isKept(error) || !(await keep(kept))) throw error
      // After a sign-out, the member's next sign-in sends it; that may already be in another tab.
      if (error instanceof ApiError && error.status === 401) deliverSoon()
      else deliverLater()
      return 'kept'
    }
  })
}

function bytesOf(body: unknown): number {
  return new TextEncoder().encode(JSON.stringify(body) ?? '').length
}

/** Whether earlier calls to the same part of the API are waiting; they must be sent first. */
async function mustQueue(call: NewCall): Promise<boolean> {
  const waiting = await listCalls(call.memberId).catch(() => [])
  return waiting.some((earlier) => areaOf(earlier.url) === areaOf(call.url))
}

/** False if the browser refuses storage. */
async function keep(call: NewCall): Promise<boolean> {
  try {
    await keepCall(call)
    await noteOutboxChange()
    return true
  } catch {
    return false
  }
}
