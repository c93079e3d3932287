import { openDevice } from '#web/lib/device-database.ts'
import type { KeptCall, NewCall, RefusedCall } from '#web/lib/outbox/kept-call.ts'

/** The server refuses anything older (`server/domain/day-stamp.ts`). */
const OLDEST_MS = 30 * 24 * 60 * 60 * 1000

/** Appends a call to the queue and removes the member's earlier calls with the same key. */
export async function keepCall(call: NewCall): Promise<void> {
  const { store, done } = (await openDevice()).transaction('call', 'readwrite', {
    durability: 'strict',
  })
  const earlier = await store.index('key').getAllKeys([call.memberId, call.key])
  await Promise.all(earlier.map((id) => store.delete(id)))
  // The store assigns the id.
  await store.add(call as KeptCall)
  await done
}

/** A member's waiting calls, oldest first. */
export async function listCalls(memberId: string): Promise<KeptCall[]> {
  const calls = await (await openDevice()).getAllFromIndex('call', 'memberId', memberId)
  return calls.toSorted((a, b) => a.id - b.id)
}

export async function removeCall(id: number): Promise<void> {
  await (await openDevice()).delete('call', id)
}

/** Counts a server failure. Does nothing if the call was replaced or discarded meanwhile. */
export async function countFailure(id: number): Promise<void> {
  const { store, done } = (await openDevice()).transaction('call', 'readwrite')
  const call = await store.get(id)
  if (call) await store.put({ ...call, failures: call.failures + 1 })
  await done
}

/** Moves a call from the queue to the refused calls, with the reason. Does nothing if it already left. */
export async function refuseCall(id: number, sentence: string): Promise<void> {
  const transaction = (await openDevice()).transaction(['call', 'refusal'], 'readwrite')
  const call = await transaction.objectStore('call').get(id)
  if (call) {
    await transaction.objectStore('refusal').put({ ...call, sentence })
    await transaction.objectStore('call').delete(id)
  }
  await transaction.done
}

/** A member's refused calls, oldest first. */
export async function listRefused(memberId: string): Promise<RefusedCall[]> {
  const calls = await (await openDevice()).getAllFromIndex('refusal', 'memberId', memberId)
  return calls.toSorted((a, b) => a.id - b.id)
}

export async function removeRefused(id: number): Promise<void> {
  await (await openDevice()).delete('refusal', id)
}

/** How many of a member's calls are waiting or were refused. */
export async function countUnsent(memberId: string): Promise<number> {
  const db = await openDevice()
  const counts = await Promise.all([
    db.countFromIndex('call', 'memberId', memberId),
    db.countFromIndex('refusal', 'memberId', memberId),
  ])
  return counts[0] + counts[1]
}

/** Removes all of a member's waiting and refused calls from this device. */
export async function removeCallsOf(memberId: string): Promise<void> {
  await removeWhere((call) => call.memberId === memberId)
}

/** Removes other members' calls that are so old that the server would refuse them. */
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
