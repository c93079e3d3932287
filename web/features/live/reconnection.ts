/** The transport of the next connection. Networks that block UDP usually allow TCP. */
export type Transport = 'udp' | 'tcp'

/** The state that a page shows. */
export type ConnectionState = 'connecting' | 'connected' | 'reconnecting'

/** The events of a connection. */
export type ConnectionEvent =
  /** A new peer connection has made its offer. */
  | 'offered'
  | 'connected'
  /** No packets arrive; the connection may recover on its own. */
  | 'disconnected'
  | 'failed'
  /** The offer was not answered. */
  | 'refused'
  /** The engine was restarted or the socket is back, so the old connection is lost. */
  | 'restarted'
  /** The plan's `waitMs` has passed. */
  | 'waited'

export interface ConnectionPlan {
  state: ConnectionState
  transport: Transport
  /** Send `waited` after this many milliseconds, replacing any earlier timer. */
  waitMs: number | undefined
  /** Called when that time has passed. */
  afterwards: 'connect' | 'change-transport' | undefined
  /** Make a new connection now and send `offered`. */
  isConnectNow: boolean
  /** Attempts since the last successful one. */
  attempts: number
}

const RETRY_MS = 200
const MOST_RETRY_MS = 5_000
/** A connection that is broken for longer is not expected to recover. */
const BROKEN_MS = 4_000
/** A connection that is not established by then has failed. */
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
 * The next plan after an event. A broken connection is never repaired but replaced by a new one,
 * which takes a tenth of a second; seat and microphone are kept meanwhile.
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
