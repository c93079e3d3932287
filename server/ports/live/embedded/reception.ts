import { sequenceDistance } from './rtp-order.ts'

/** The counts of a receiver report (RFC 3550, 6.4.1). */
export interface ReceptionReport {
  ssrc: number
  /** In 256ths, since the last report. */
  fractionLost: number
  packetsLost: number
  /** With the count of wraps in the upper 16 bits. */
  highestSequence: number
}

/**
 * Counts the packets that arrive from one microphone, so that its browser learns of losses: Opus
 * protects its frames against loss only if reports show some.
 */
export class Reception {
  readonly #ssrc: number
  readonly #first: number
  #highest: number
  #received = 0
  #reported = { expected: 0, received: 0 }

  constructor(packet: { ssrc: number; sequenceNumber: number }) {
    this.#ssrc = packet.ssrc
    this.#first = packet.sequenceNumber
    this.#highest = packet.sequenceNumber
  }

  get ssrc(): number {
    return this.#ssrc
  }

  add(sequenceNumber: number): void {
    const ahead = sequenceDistance(this.#highest & 0xffff, sequenceNumber)
    if (ahead > 0) this.#highest += ahead
    this.#received += 1
  }

  report(): ReceptionReport {
    const expected = this.#highest - this.#first + 1
    const received = this.#received
    const newlyExpected = expected - this.#reported.expected
    const newlyLost = newlyExpected - (received - this.#reported.received)
    this.#reported = { expected, received }
    return {
      ssrc: this.#ssrc,
      fractionLost:
        newlyLost <= 0 ? 0 : Math.min(255, Math.floor((newlyLost * 256) / newlyExpected)),
      packetsLost: Math.max(0, expected - received),
      highestSequence: this.#highest >>> 0,
    }
  }
}
