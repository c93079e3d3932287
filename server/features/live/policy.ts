import { LIVE_LIMITS } from '#contract/live.ts'
import type { NodeAddress, SessionRow } from './store.ts'

/** A process that was silent for so long holds its room no longer; it speaks every 5 seconds. */
const SILENCE_MS = 12_000

type Holder = Pick<SessionRow, 'nodeId' | 'nodeUrl' | 'seenAt'>

/**
 * Whether another process may take the room: its holder was silent for too long, has left it, or
 * stood at the address where this process stands now.
 */
export function isGone(holder: Holder, { me, now }: { me: NodeAddress; now: Date }): boolean {
  if (holder.nodeUrl === '' || holder.nodeUrl === me.nodeUrl) return true
  return holder.seenAt.getTime() + SILENCE_MS < now.getTime()
}

/** Whether the room has been without a process for as long as it may be without a host. */
export function isOver({ seenAt }: Pick<SessionRow, 'seenAt'>, now: Date): boolean {
  return seenAt.getTime() + LIVE_LIMITS.hostGrace * 1000 < now.getTime()
}
