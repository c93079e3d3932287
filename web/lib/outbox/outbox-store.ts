import { openDevice } from '#web/lib/device-database.ts'
import type { KeptCall, NewCall, RefusedCall } from '#web/lib/outbox/kept-call.ts'

/** The server takes nothing that is older (`server/domain/day-stamp.ts`). */
const OLDEST_MS = 30 * 24 * 60 * 60 * 1000

/** Puts a call at the end of the line, in place of an earlier one of its member with the same key. */
export async function keepCall(call: NewCall): Promise<void> {
  const { store, done } = (await openDevice()).transaction('call', 'readwrite', {
    durability: 'strict',
  })
  const earlier = await store.index('key').getAllKeys([call.memberId, call.key])
  await Promise.all(earlier.map((id) => store.delete(id)))
  // The store gives the id.
  await store.add(call as KeptCall)
  await done
}

/** The calls of a member that wait, first made first. */
export async function listCalls(memberId: string): Promise<KeptCall[]> {
  const calls = await (await openDevice()).getAllFromIndex('call', 'memberId', memberId)
  return calls.toSorted((a, b) => a.id - b.id)
}

export async function removeCall(id: number): Promise<void> {
  await (await openDevice()).delete('call', id)
}

/** Counts a failure of the server. Nothing, when the call was replaced or discarded meanwhile. */
export async function countFailure(id: number): Promise<void> {
  const { store, done } = (await openDevice()).transaction('call', 'readwrite')
  const call = await store.get(id)
  if (call) await store.put({ ...call, failures: call.failures + 1 })
  await done
}

/** Takes a call out of the line and keeps it with the reason. Nothing, when it has left already. */
export async function refuseCall(id: number, sentence: string): Promise<void> {
  const transaction = (await openDevice()).transaction(['call', 'refusal'], 'readwrite')
  const call = await transaction.objectStore('call').get(id)
  if (call) {
    await transaction.objectStore('refusal').put({ ...call, sentence })
    await transaction.objectStore('call').delete(id)
  }
  await transaction.done
}

/** The calls of a member that could not be sent, first made first. */
export async function listRefused(memberId: string): Promise<RefusedCall[]> {
  const calls = await (await openDevice()).getAllFromIndex('refusal', 'memberId', memberId)
  return calls.toSorted((a, b) => a.id - b.id)
}

export async function removeRefused(id: number): Promise<void> {
  await (await openDevice()).delete('refusal', id)
}

/** How many calls of a member have not reached the server: they wait, or could not be sent. */
export async function countUnsent(memberId: string): Promise<number> {
  const db = await openDevice()
  const counts = await Promise.all([
    db.countFromIndex('call', 'memberId', memberId),
    db.countFromIndex('refusal', 'memberId', memberId),
  ])
  return counts[0] + counts[1]
}

/** Forgets all that a member has waiting on this device. */
export async function removeCallsOf(memberId: string): Promise<void> {
  await removeWhere((call) => call.memberId === memberId)
}

/** Forgets what waits for members who have not been here for so long that nobody would take it. */
export async function removeOldCallsOfOthers(memberId: string, now: number): Promise<void> {
  await removeWhere((call) => call.memberId !== memberId && now - call.madeAt > OLDEST_MS)
}

async function removeWhere(isGone: (call: KeptCall) => boolean): Promise<void> {
  const transaction = (await openDevice()).transaction(['call', 'refusal'], 'readwrite')
  for (const name of ['call', 'refusal'] as const) {
    const store = transaction.objectStore(name)
    const gone = (await store.getAll()).filter(isGone)
    await Promise.all(gone.map(({ id }) => store.delete(id)))
  }
  await transaction.done
}
