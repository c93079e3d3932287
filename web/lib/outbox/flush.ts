import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { areaOf, isPassing, type KeptCall } from '#web/lib/outbox/kept-call.ts'
import { countFailure, listCalls, refuseCall, removeCall } from '#web/lib/outbox/outbox-store.ts'

/** After so many failures of the server over one call, the fault is taken to lie in the call. */
const MOST_FAILURES = 5

/**
 * How a round ended. `done`: nothing is left that could be sent. `unreachable`: the rest waits for
 * the server. `held`: the rest waits for a limit to pass or for the journal to be opened.
 * `signed-out`: the member is not here.
 */
export type Standing = 'done' | 'unreachable' | 'held' | 'signed-out'

export interface Round {
  standing: Standing
  sent: KeptCall[]
  /** When a limit passes. */
  retryAfterSeconds: number | undefined
}

export interface FlushTools {
  memberId: string
  /** Makes a call; throws the ApiError of a refusal. */
  send: (call: KeptCall) => Promise<unknown>
  /** The id of who is signed in on this device now. */
  whoIsHere: () => Promise<string | undefined>
  /** After each change of the line. */
  onChange: () => void
}

type Outcome = 'sent' | 'refused' | 'unreachable' | 'held' | 'signed-out'

/**
 * Sends what waits for a member, first made first. A call leaves the line after its answer: if the
 * page ends in between it is sent twice, which the server is made for.
 */
export async function flushCalls(tools: FlushTools): Promise<Round> {
  const round: Round = { standing: 'done', sent: [], retryAfterSeconds: undefined }
  const heldAreas = new Set<string>()
  let last = 0
  while (true) {
    const calls = await listCalls(tools.memberId)
    const call = calls.find((each) => each.id > last && !heldAreas.has(areaOf(each.url)))
    if (!call) break
    // Another tab may have changed who is signed in: nobody sends what somebody else wrote.
    const outcome = last === 0 ? await checkMember(tools) : undefined
    if (outcome) return { ...round, standing: outcome }
    last = call.id
    const { ended, error } = await deliver(call, tools)
    if (ended === 'sent') round.sent.push(call)
    if (ended === 'held') {
      heldAreas.add(areaOf(call.url))
      round.retryAfterSeconds = error?.retryAfterSeconds ?? round.retryAfterSeconds
    }
    if (ended === 'unreachable' || ended === 'signed-out') return { ...round, standing: ended }
  }
  return { ...round, standing: heldAreas.size > 0 ? 'held' : 'done' }
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
  if (error.status === 429 || error.code === 'journal_locked') return 'held'
  if (error.code === 'address_changed') return 'held'
  if (isPassing(error)) return 'unreachable'
  const mayRecover = error.status >= 500 && call.failures + 1 < MOST_FAILURES
  return mayRecover ? 'unreachable' : 'refused'
}
