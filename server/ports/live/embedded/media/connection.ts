import { randomBytes } from 'node:crypto'
import { type RTCCertificate, RtpHeader, type RtpPacket } from 'werift'
import { ListenerNumbers, type PacketStamp } from '../rtp.ts'
import { type Candidate, type Offer, writeAnswer } from '../sdp.ts'
import type { IcePort, Path, PathOwner } from './ice-port.ts'
import type { ReceptionReport } from './person.ts'
import { SecureTransport } from './secure-transport.ts'

/** Time limit from the answer until sound can flow. */
const CONNECT_MS = 15_000
/** Browsers send a check at least every six seconds (RFC 7675); a longer silence ends the connection. */
const SILENCE_MS = 8_500

/** One browser's connection to the room. It is not reused: a new offer creates a new one. */
export class BrowserConnection implements PathOwner {
  readonly iceUfrag = iceToken(6)
  readonly icePwd = iceToken(18)
  readonly remoteUfrag: string
  readonly #offer: Offer
  readonly #port: IcePort
  readonly #secure: SecureTransport
  readonly #hooks: { onConnected(): void; onGone(): void }
  readonly #headers: RtpHeader[]
  readonly #numbers: ListenerNumbers[]
  readonly #localSsrc: number
  #path: Path | undefined
  #heardAtMs: number
  readonly #startedAtMs: number
  #isClosed = false

  constructor(
    input: {
      offer: Offer
      port: IcePort
      certificate: RTCCertificate
      slotSsrcs: number[]
      nowMs: number
    },
    hooks: { onConnected(): void; onGone(): void; onRtp(packet: RtpPacket): void },
  ) {
    this.#offer = input.offer
    this.remoteUfrag = input.offer.iceUfrag
    this.#port = input.port
    this.#hooks = hooks
    this.#heardAtMs = input.nowMs
    this.#startedAtMs = input.nowMs
    this.#localSsrc = input.slotSsrcs[0] ?? 0
    this.#numbers = input.slotSsrcs.map(() => new ListenerNumbers())
    const { payloadType } = input.offer
    this.#headers = input.slotSsrcs.map((ssrc) => new RtpHeader({ ssrc, payloadType }))
    this.#secure = new SecureTransport(
      { certificate: input.certificate, fingerprint: input.offer.fingerprint },
      {
        send: (packet) => this.#path?.send(packet),
        onConnected: () => hooks.onConnected(),
        onFailed: () => this.#end(),
        onRtp: (packet) => {
          if (packet.header.payloadType === payloadType) hooks.onRtp(packet)
        },
      },
    )
    input.port.register(this)
  }

  get isConnected(): boolean {
    return this.#secure.isConnected && !this.#isClosed
  }

  get audioLevelId(): number | undefined {
    return this.#offer.audioLevelId
  }

  answer(input: { fingerprint: string; candidates: Candidate[]; slotSsrcs: number[] }): string {
    return writeAnswer(this.#offer, { iceUfrag: this.iceUfrag, icePwd: this.icePwd, ...input })
  }

  handleCheck(path: Path, isChosen: boolean): void {
    this.#heardAtMs = performance.now()
    // The browser chooses the path, also when it switches networks.
    if (isChosen || !this.#path) this.#path = path
  }

  handlePacket(packet: Buffer): void {
    this.#heardAtMs = performance.now()
    this.#secure.handlePacket(packet)
  }

  /** Sends a slot's packet, numbered for this listener. */
  sendSound(slot: number, stamp: PacketStamp, payload: Buffer): void {
    const header = this.#headers[slot]
    const numbers = this.#numbers[slot]
    if (!header || !numbers) return
    header.sequenceNumber = numbers.of(stamp.sequenceNumber)
    header.timestamp = stamp.timestamp
    header.marker = stamp.marker
    this.#secure.sendRtp(payload, header)
  }

  sendReport(report: ReceptionReport): void {
    this.#secure.sendReport(this.#localSsrc, report)
  }

  /** Ends a connection that was not established in time or has fallen silent. */
  check(nowMs: number): void {
    const isLate = !this.isConnected && nowMs - this.#startedAtMs > CONNECT_MS
    if (isLate || nowMs - this.#heardAtMs > SILENCE_MS) this.#end()
  }

  close(): void {
    this.#isClosed = true
    this.#port.unregister(this)
    this.#path = undefined
  }

  #end(): void {
    if (this.#isClosed) return
    this.close()
    this.#hooks.onGone()
  }
}

/** Encodes random bytes in characters that ICE allows (RFC 8839, 5.4). */
function iceToken(bytes: number): string {
  return randomBytes(bytes).toString('base64')
}
