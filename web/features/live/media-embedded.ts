import type { MediaGrant } from '#contract/live.ts'
import type { MediaClient, MediaEvents } from './media-client.ts'
import {
  type ConnectionEvent,
  type ConnectionPlan,
  firstPlan,
  nextPlan,
  type Transport,
} from './reconnection.ts'
import { takePlayers } from './sound.ts'

type EmbeddedGrant = Extract<MediaGrant, { provider: 'embedded' }>

/**
 * Audio through this site's own server, which knows everyone's connection state and loudness.
 * Browsers allow playback only after a user action, so call `allowSound` in the click that leads
 * here.
 */
export class EmbeddedMedia implements MediaClient {
  readonly reportsConnection = false
  readonly #iceServers: RTCIceServer[]
  readonly #players = takePlayers()
  #events: MediaEvents | undefined
  #plan: ConnectionPlan = firstPlan()
  #peer: RTCPeerConnection | undefined
  #sender: RTCRtpSender | undefined
  #microphone: MediaStreamTrack | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #hasLeft = false

  constructor({ iceServers }: EmbeddedGrant) {
    this.#iceServers = iceServers
  }

  connect(events: MediaEvents): void {
    this.#events = events
    this.#open()
  }

  /** Needs no new connection. */
  setMicrophone(track: MediaStreamTrack | null): void {
    this.#microphone = track
    this.#send()
  }

  play(): void {
    for (const player of this.#players) {
      player.play().catch((error: DOMException) => {
        if (error.name === 'NotAllowedError') this.#events?.onBlocked()
      })
    }
  }

  reconnect(): void {
    this.#handle('restarted')
  }

  close(): void {
    this.#hasLeft = true
    clearTimeout(this.#timer)
    this.#peer?.close()
    for (const player of this.#players) player.srcObject = null
  }

  #handle(event: ConnectionEvent): void {
    if (this.#hasLeft) return
    const before = this.#plan.state
    this.#plan = nextPlan(this.#plan, event)
    const { state, waitMs, isConnectNow } = this.#plan
    clearTimeout(this.#timer)
    if (waitMs !== undefined) this.#timer = setTimeout(() => this.#handle('waited'), waitMs)
    if (state !== before) this.#events?.onState(state)
    if (isConnectNow) this.#open()
  }

  /** Opens a peer connection that replaces the previous one. */
  #open(): void {
    this.#peer?.close()
    const peer = new RTCPeerConnection({ iceServers: this.#iceServers })
    this.#peer = peer
    this.#sender = peer.addTransceiver('audio', { direction: 'sendonly' }).sender
    for (const player of this.#players) {
      const { receiver } = peer.addTransceiver('audio', { direction: 'recvonly' })
      player.srcObject = new MediaStream([receiver.track])
    }
    this.play()
    this.#send()
    const handleIfCurrent = (event: ConnectionEvent): void => {
      if (this.#peer === peer) this.#handle(event)
    }
    peer.onconnectionstatechange = () => {
      const { connectionState: state } = peer
      if (state === 'connected' || state === 'disconnected' || state === 'failed') {
        handleIfCurrent(state)
      }
    }
    this.#handle('offered')
    this.#negotiate(peer, this.#plan.transport).catch(() => handleIfCurrent('refused'))
  }

  /** No trickle ICE: the server needs none of our candidates, and its own are in the answer. */
  async #negotiate(peer: RTCPeerConnection, transport: Transport): Promise<void> {
    await peer.setLocalDescription()
    const sdp = peer.localDescription?.sdp ?? ''
    const answer = await this.#events?.offer({ sdp, transport })
    if (this.#peer === peer) await peer.setRemoteDescription({ type: 'answer', sdp: answer })
  }

  #send(): void {
    // If the connection ends meanwhile, the next one gets the track.
    this.#sender?.replaceTrack(this.#microphone).catch(() => undefined)
  }
}
