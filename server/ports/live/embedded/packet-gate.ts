import { sequenceDistance } from './rtp-order.ts'

const WINDOW = 64

/**
 * Limits a microphone's packets per second, and drops repeated packets. SRTP requires this replay
 * check (RFC 3711, 3.3.2), which the library leaves to us.
 */
export class PacketGate {
  readonly #perSecond: number
  #tokens: number
  #refilledAtMs: number | undefined
  #ssrc: number | undefined
  #highest = 0
  /** Bit n: the packet n before the highest was seen. */
  #seen = 0n

  constructor(perSecond: number) {
    this.#perSecond = perSecond
    this.#tokens = perSecond
  }

  lets(packet: { ssrc: number; sequenceNumber: number }, nowMs: number): boolean {
    return this.#hasToken(nowMs) && this.#isNew(packet)
  }

  #hasToken(nowMs: number): boolean {
    const elapsed = nowMs - (this.#refilledAtMs ?? nowMs)
    this.#refilledAtMs = nowMs
    this.#tokens = Math.min(this.#perSecond, this.#tokens + (elapsed * this.#perSecond) / 1_000)
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
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
