import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'
import type { Standing } from '#web/lib/outbox/flush.ts'
import { areaOf, type KeptCall, type RefusedCall } from '#web/lib/outbox/kept-call.ts'
import { listCalls, listRefused } from '#web/lib/outbox/outbox-store.ts'

export interface OutboxState {
  /** The calls of the member of this page that wait, first made first. */
  waiting: readonly KeptCall[]
  refused: readonly RefusedCall[]
  /** How the last try to send them ended. */
  standing: Standing
}

const EMPTY: OutboxState = { waiting: [], refused: [], standing: 'done' }

let state = EMPTY
let memberId: string | undefined
let channel: BroadcastChannel | undefined
const listeners = createListeners()

function setState(next: OutboxState): void {
  state = next
  listeners.tell()
}

/** What waits for the member of this page, also in other tabs. */
export function useOutbox(): OutboxState {
  return useSyncExternalStore(listeners.subscribe, () => state)
}

/** Whether something waits that the server's answers on that part of the API do not know of yet. */
export function hasWaiting(area: string): boolean {
  return state.waiting.some(({ url }) => areaOf(url) === area)
}

/** Shows what waits for this member from now on; nothing without one. */
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

/** Tells this page and other tabs that the line has changed. */
export async function noteOutboxChange(): Promise<void> {
  channel?.postMessage('changed')
  await readOutbox()
}

export function noteStanding(standing: Standing): void {
  if (standing !== state.standing) setState({ ...state, standing })
}

/** A browser that refuses storage keeps nothing, and there is nothing to show. */
async function readOutbox(): Promise<void> {
  const asked = memberId
  if (asked === undefined) return
  const read = await Promise.all([listCalls(asked), listRefused(asked)]).catch(() => undefined)
  if (!read || asked !== memberId) return
  const [waiting, refused] = read
  setState({ ...state, waiting, refused })
}
