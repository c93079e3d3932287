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
  /**
   * Sends an offer to the server and resolves with its answer. Rejects when it is refused or the
   * socket is closed.
   */
  offer(input: { sdp: string; transport: Transport }): Promise<string>
  onState(state: ConnectionState): void
  /** The browser blocks playback until the person interacts with the page; then call `play`. */
  onBlocked(): void
}

export interface EmbeddedConnection {
  /** Sets the track to send; with null, nothing is sent. Needs no new connection. */
  setMicrophone(track: MediaStreamTrack | null): void
  play(): void
  /** Reconnects immediately, because the server asked for it or the socket is back. */
  reconnect(): void
  leave(): void
}

/**
 * Joins a room of the embedded engine. Browsers allow playback only after a user action, so call
 * `allowPlayers` in the click that leads here.
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
    // If the connection ends meanwhile, the next one gets the track.
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

  /** No trickle ICE: the server needs none of our candidates, and its own are in the answer. */
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
