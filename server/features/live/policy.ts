import { LIVE_LIMITS } from '#contract/live.ts'
import type { NodeAddress, SessionRow } from './store.ts'

/** A process loses its room after this time without a heartbeat; heartbeats come every 5 seconds. */
const SILENCE_MS = 12_000

type Holder = Pick<SessionRow, 'nodeId' | 'nodeUrl' | 'seenAt'>

/**
 * Whether this process may take over the room: its holder sent no heartbeat for too long, has
 * released the room, or had the address that this process has now.
 */
export function isGone(holder: Holder, { me, now }: { me: NodeAddress; now: Date }): boolean {
  if (holder.nodeUrl === '' || holder.nodeUrl === me.nodeUrl) return true
  return holder.seenAt.getTime() + SILENCE_MS < now.getTime()
}

/** Whether the room has been without a process for as long as it may be without a host. */
export function isOver({ seenAt }: Pick<SessionRow, 'seenAt'>, now: Date): boolean {
  return seenAt.getTime() + LIVE_LIMITS.hostGrace * 1000 < now.getTime()
}
