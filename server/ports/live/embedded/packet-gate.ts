import { tokenBucket } from '#server/domain/token-bucket.ts'
import { sequenceDistance } from './rtp-order.ts'

const WINDOW = 64

/**
 * Limits a microphone's packets per second, and drops repeated packets. SRTP requires this replay
 * check (RFC 3711, 3.3.2), which the library leaves to us.
 */
export class PacketGate {
  readonly #hasToken: () => boolean
  #nowMs = 0
  #ssrc: number | undefined
  #highest = 0
  /** Bit n: the packet n before the highest was seen. */
  #seen = 0n

  constructor(perSecond: number) {
    this.#hasToken = tokenBucket({ burst: perSecond, perSecond }, () => this.#nowMs)
  }

  lets(packet: { ssrc: number; sequenceNumber: number }, nowMs: number): boolean {
    this.#nowMs = nowMs
    return this.#hasToken() && this.#isNew(packet)
  }

  #isNew({ ssrc, sequenceNumber }: { ssrc: number; sequenceNumber: number }): boolean {
    if (ssrc !== this.#ssrc) {
      this.#ssrc = ssrc
      this.#highest = sequenceNumber
      this.#seen = 1n
      return true
    }
    const ahead = sequenceDistance(this.#highest, sequenceNumber)
    if (ahead > 0) {
      this.#seen = BigInt.asUintN(WINDOW, (this.#seen << BigInt(Math.min(ahead, WINDOW))) | 1n)
      this.#highest = sequenceNumber
      return true
    }
    if (-ahead >= WINDOW) return false
    const bit = 1n << BigInt(-ahead)
    if (this.#seen & bit) return false
    this.#seen |= bit
    return true
  }
}
