import type { Endpoint, ResponseOf } from '#contract/endpoint.ts'
import { ApiError, type CallInput, call } from '#web/lib/api.ts'
import { deliverLater, deliverSoon, PATIENCE_MS } from '#web/lib/outbox/delivery.ts'
import { areaOf, callToKeep, isPassing, type NewCall } from '#web/lib/outbox/kept-call.ts'
import { noteOutboxChange } from '#web/lib/outbox/outbox-state.ts'
import { keepCall, listCalls } from '#web/lib/outbox/outbox-store.ts'
import { inTurn } from '#web/lib/outbox/turns.ts'

/** Browsers let 64 KB of bodies outlive their page at a time. */
const MOST_BYTES_THAT_OUTLIVE = 16_000

/** What became of a call: its answer, or `kept` when it waits on this device for the network. */
export type Delivery<E extends Endpoint> = { answer: ResponseOf<E> } | 'kept'

interface KeepOptions {
  memberId: string
  /** Calls of one member with the same key replace each other while they wait. */
  key: string
  /** For forms: that one is writing too fast is said at once, with the words still there. */
  throwsLimits?: boolean
  /** For a tap, which leaves no form behind: it also waits until its member has signed in again. */
  waitsForSignIn?: boolean
}

/**
 * Makes a call, or keeps it on this device while the server cannot be reached and makes it later,
 * in order. A kept call with the same key is replaced. Throws the ApiError of a refusal. A short call
 * goes on when its page is closed or loaded anew.
 *
 * It may be made twice, so the server must tell: give what is made for a day its `madeAt`, and what
 * is new a `key` of its own. What carries a file is never kept.
 */
export function sendOrKeep<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: KeepOptions,
): Promise<Delivery<E>> {
  const { memberId, key } = options
  const kept = callToKeep(endpoint, input, { memberId, key })
  const isKept = (error: unknown): boolean => {
    const status = error instanceof ApiError ? error.status : undefined
    if (status === 401) return options.waitsForSignIn === true
    return isPassing(error) && !(options.throwsLimits && status === 429)
  }
  return inTurn(`${memberId} ${key}`, async () => {
    if (kept && (await mustQueue(kept)) && (await keep(kept))) {
      deliverSoon()
      return 'kept'
    }
    try {
      const signal = input.signal ?? (kept && AbortSignal.timeout(PATIENCE_MS))
      const keepalive = kept !== undefined && bytesOf(kept.body) <= MOST_BYTES_THAT_OUTLIVE
      const answer = await call(endpoint, { ...input, signal, keepalive })
      deliverSoon()
      return { answer }
    } catch (error) {
      if (!kept || !isKept(error) || !(await keep(kept))) throw error
      // Signed out, the member's next visit sends it; that may have begun in another tab.
      if (error instanceof ApiError && error.status === 401) deliverSoon()
      else deliverLater()
      return 'kept'
    }
  })
}

function bytesOf(body: unknown): number {
  return new TextEncoder().encode(JSON.stringify(body) ?? '').length
}

/** Whether earlier calls to the same part of the API wait, which must come first. */
async function mustQueue(call: NewCall): Promise<boolean> {
  const waiting = await listCalls(call.memberId).catch(() => [])
  return waiting.some((earlier) => areaOf(earlier.url) === areaOf(call.url))
}

/** False where the browser refuses storage. */
async function keep(call: NewCall): Promise<boolean> {
  try {
    await keepCall(call)
    await noteOutboxChange()
    return true
  } catch {
    return false
  }
}
