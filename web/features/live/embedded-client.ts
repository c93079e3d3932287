import { takePlayers } from './players.ts'
import {
  type ConnectionEvent,
  type ConnectionState,
  firstPlan,
  nextPlan,
  type Transport,
} from './reconnection.ts'

export interface EmbeddedJoin {
  iceServers: RTCIceServer[]
  /** Brings an offer to the server. Rejects when it is refused or the socket is closed. */
  offer(input: { sdp: string; transport: Transport }): Promise<string>
  onState(state: ConnectionState): void
  /** The browser plays nothing until the person has touched the page; then call `play`. */
  onBlocked(): void
}

export interface EmbeddedConnection {
  /** What the room hears; null: nothing, and nothing is sent. Needs no new connection. */
  setMicrophone(track: MediaStreamTrack | null): void
  play(): void
  /** Connects anew at once: the server asked for it, or the socket is back. */
  reconnect(): void
  leave(): void
}

/**
 * Joins a room of the embedded engine. Browsers let sound begin by itself only where a person's
 * own action has allowed it: call `allowPlayers` in the click that leads here.
 */
export function joinEmbedded(join: EmbeddedJoin): EmbeddedConnection {
  const players = takePlayers()
  let plan = firstPlan()
  let peer: RTCPeerConnection | undefined
  let sender: RTCRtpSender | undefined
  let microphone: MediaStreamTrack | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasLeft = false

  const play = (): void => {
    for (const player of players) {
      player.play().catch((error: DOMException) => {
        if (error.name === 'NotAllowedError') join.onBlocked()
      })
    }
  }

  const send = (): void => {
    // A connection that ends meanwhile takes the track no more; the next one gets it.
    sender?.replaceTrack(microphone).catch(() => undefined)
  }

  const handle = (event: ConnectionEvent): void => {
    if (hasLeft) return
    const before = plan.state
    plan = nextPlan(plan, event)
    clearTimeout(timer)
    if (plan.waitMs !== undefined) timer = setTimeout(() => handle('waited'), plan.waitMs)
    if (plan.state !== before) join.onState(plan.state)
    if (plan.isConnectNow) connect()
  }

  const connect = (): void => {
    peer?.close()
    const next = new RTCPeerConnection({ iceServers: join.iceServers })
    peer = next
    sender = next.addTransceiver('audio', { direction: 'sendonly' }).sender
    for (const player of players) {
      const { receiver } = next.addTransceiver('audio', { direction: 'recvonly' })
      player.srcObject = new MediaStream([receiver.track])
    }
    play()
    send()
    const handleIfCurrent = (event: ConnectionEvent): void => {
      if (peer === next) handle(event)
    }
    next.onconnectionstatechange = () => {
      const { connectionState: state } = next
      if (state === 'connected' || state === 'disconnected' || state === 'failed') {
        handleIfCurrent(state)
      }
    }
    handle('offered')
    negotiate(next, plan.transport).catch(() => handleIfCurrent('refused'))
  }

  /** Without trickle: the server needs none of our candidates, and its own are in the answer. */
  const negotiate = async (next: RTCPeerConnection, transport: Transport): Promise<void> => {
    await next.setLocalDescription()
    const sdp = next.localDescription?.sdp ?? ''
    const answer = await join.offer({ sdp, transport })
    if (peer === next) await next.setRemoteDescription({ type: 'answer', sdp: answer })
  }

  connect()
  return {
    setMicrophone: (track) => {
      microphone = track
      send()
    },
    play,
    reconnect: () => handle('restarted'),
    leave: () => {
      hasLeft = true
      clearTimeout(timer)
      peer?.close()
      for (const player of players) player.srcObject = null
    },
  }
}
