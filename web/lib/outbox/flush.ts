import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { areaOf, isPassing, type KeptCall } from '#web/lib/outbox/kept-call.ts'
import { countFailure, listCalls, refuseCall, removeCall } from '#web/lib/outbox/outbox-store.ts'

/** After this many server failures on one call, the call itself is considered the cause. */
const MOST_FAILURES = 5

/**
 * How a round ended. `done`: no calls are left. `unreachable`: the rest waits for the server. `postponed`:
 * the rest waits for a limit to pass, for the journal to be unlocked, or for an email address to be
 * confirmed. `signed-out`: the member is not signed in on this device.
 */
export type RoundStatus = 'done' | 'unreachable' | 'postponed' | 'signed-out'

export interface Round {
  status: RoundStatus
  sent: KeptCall[]
  /** When the limit ends that `postponed` waits for, if the server said. */
  retryAfterSeconds: number | undefined
}

export interface FlushTools {
  memberId: string
  /** Makes a call; throws the ApiError of a refusal. */
  send: (call: KeptCall) => Promise<unknown>
  /** The id of the member who is signed in on this device now. */
  whoIsHere: () => Promise<string | undefined>
  /** Called after each call. */
  onChange: () => void
}

type Outcome = 'sent' | 'refused' | 'unreachable' | 'postponed' | 'signed-out'

/**
 * Sends a member's kept calls in the order in which they were made. A call leaves the queue after its
 * answer; if the page closes in between, it is sent twice, which the server handles.
 */
export async function flushCalls(tools: FlushTools): Promise<Round> {
  const round: Round = { status: 'done', sent: [], retryAfterSeconds: undefined }
  const postponedAreas = new Set<string>()
  let last = 0
  while (true) {
    const calls = await listCalls(tools.memberId)
    const call = calls.find((each) => each.id > last && !postponedAreas.has(areaOf(each.url)))
    if (!call) break
    // Another tab may have signed in someone else, who must not send this member's calls.
    const outcome = last === 0 ? await checkMember(tools) : undefined
    if (outcome) return { ...round, status: outcome }
    last = call.id
    const { ended, error } = await deliver(call, tools)
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

async function deliver(
  call: KeptCall,
  { send, onChange }: FlushTools,
): Promise<{ ended: Outcome; error?: ApiError }> {
  try {
    await send(call)
    await removeCall(call.id)
    return { ended: 'sent' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const ended = outcomeOf(call, error)
    if (ended === 'refused') await refuseCall(call.id, sentenceOf(error))
    if (ended === 'unreachable' && error.status >= 500) await countFailure(call.id)
    return { ended, error }
  } finally {
    onChange()
  }
}

function outcomeOf(call: KeptCall, error: ApiError): Outcome {
  if (error.status === 401) return 'signed-out'
  if (error.status === 429 || error.code === 'journal_locked') return 'postponed'
  if (error.code === 'address_changed') return 'postponed'
  if (isPassing(error)) return 'unreachable'
  const mayRecover = error.status >= 500 && call.failures + 1 < MOST_FAILURES
  return mayRecover ? 'unreachable' : 'refused'
}
