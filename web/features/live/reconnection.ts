/** How the next connection is tried; networks that block UDP let TCP through. */
export type Transport = 'udp' | 'tcp'

/** What a page shows. */
export type ConnectionState = 'connecting' | 'connected' | 'reconnecting'

/** What happens to a connection. */
export type ConnectionEvent =
  /** A new peer connection has made its offer. */
  | 'offered'
  | 'connected'
  /** Packets stay away; it may come back by itself. */
  | 'disconnected'
  | 'failed'
  /** The offer was not answered. */
  | 'refused'
  /** The engine began anew, or the socket is back: what there was is gone. */
  | 'restarted'
  /** The time that the plan asked for has passed. */
  | 'waited'

export interface ConnectionPlan {
  state: ConnectionState
  transport: Transport
  /** Ask for `waited` after so many milliseconds, in place of any time asked for before. */
  waitMs: number | undefined
  /** What is to be done when that time has passed. */
  afterwards: 'connect' | 'change-transport' | undefined
  /** Make a new connection now, and say `offered`. */
  isConnectNow: boolean
  /** Attempts since the last one that came about. */
  attempts: number
}

const RETRY_MS = 200
const MOST_RETRY_MS = 5_000
/** A connection that is broken for longer does not come back. */
const BROKEN_MS = 4_000
/** A connection that has not come about by then does not. */
const OFFERED_MS = 4_000

export function firstPlan(): ConnectionPlan {
  return {
    state: 'connecting',
    transport: 'udp',
    waitMs: undefined,
    afterwards: undefined,
    isConnectNow: true,
    attempts: 0,
  }
}

/**
 * What to do next. A connection is never mended, always made anew, which takes a tenth of a
 * second; seat and microphone stay meanwhile.
 */
export function nextPlan(plan: ConnectionPlan, event: ConnectionEvent): ConnectionPlan {
  const idle = { ...plan, waitMs: undefined, afterwards: undefined, isConnectNow: false }
  switch (event) {
    case 'offered':
      return {
        ...idle,
        waitMs: OFFERED_MS,
        afterwards: 'change-transport',
        attempts: plan.attempts + 1,
      }
    case 'connected':
      return { ...idle, state: 'connected', attempts: 0 }
    case 'disconnected':
      return { ...idle, state: again(plan), waitMs: BROKEN_MS, afterwards: 'connect' }
    case 'failed':
    case 'refused':
      return { ...idle, state: again(plan), waitMs: retryMs(plan.attempts), afterwards: 'connect' }
    case 'restarted':
      return { ...idle, state: again(plan), isConnectNow: true }
    case 'waited':
      return { ...idle, ...afterWaiting(plan) }
  }
}

function again(plan: ConnectionPlan): ConnectionState {
  return plan.state === 'connecting' ? 'connecting' : 'reconnecting'
}

function retryMs(attempts: number): number {
  return Math.min(MOST_RETRY_MS, RETRY_MS * 2 ** Math.max(0, attempts - 1))
}

function afterWaiting(plan: ConnectionPlan): Partial<ConnectionPlan> {
  if (!plan.afterwards) return {}
  if (plan.afterwards === 'connect') return { isConnectNow: true }
  return { isConnectNow: true, transport: plan.transport === 'udp' ? 'tcp' : 'udp' }
}
