import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'
import type { RoundStatus } from '#web/lib/outbox/delivery.ts'
import {
  areaOf,
  listRefused,
  listWaiting,
  type OutboxItem,
  type RefusedItem,
} from '#web/lib/outbox/outbox-items.ts'

export interface OutboxState {
  /** The waiting calls of this page's member, oldest first. */
  waiting: readonly OutboxItem[]
  refused: readonly RefusedItem[]
  /** How the last round of sending ended. */
  status: RoundStatus
}

const EMPTY: OutboxState = { waiting: [], refused: [], status: 'done' }

let state = EMPTY
let memberId: string | undefined
let channel: BroadcastChannel | undefined
const listeners = createListeners()

function setState(next: OutboxState): void {
  state = next
  listeners.notify()
}

/** The outbox of this page's member, including what other tabs added. */
export function useOutbox(): OutboxState {
  return useSyncExternalStore(
    listeners.subscribe,
    () => state,
    () => EMPTY,
  )
}

/** Whether calls to this part of the API are waiting, so that the server's answers lack them. */
export function hasWaiting(area: string): boolean {
  return state.waiting.some(({ url }) => areaOf(url) === area)
}

/** Switches the outbox to this member's calls, or empties it for undefined. */
export function showOutboxOf(next: string | undefined): void {
  memberId = next
  channel?.close()
  channel = undefined
  setState(EMPTY)
  if (next === undefined) return
  channel = new BroadcastChannel('outbox')
  channel.onmessage = () => void readOutbox()
  void readOutbox()
}

/** Updates the outbox in this page and in other tabs after a change in the store. */
export async function noteOutboxChange(): Promise<void> {
  channel?.postMessage('changed')
  await readOutbox()
}

export function noteStatus(status: RoundStatus): void {
  if (status !== state.status) setState({ ...state, status })
}

/** Leaves the state as it is if the browser refuses storage. */
async function readOutbox(): Promise<void> {
  const asked = memberId
  if (asked === undefined) return
  const read = await Promise.all([listWaiting(asked), listRefused(asked)]).catch(() => undefined)
  if (!read || asked !== memberId) return
  const [waiting, refused] = read
  setState({ ...state, waiting, refused })
}
