import type { RtpPacket } from 'werift'
import { LevelMeter } from '../level-meter.ts'
import { MEDIA_LIMITS } from '../limits.ts'
import { PacketGate } from '../packet-gate.ts'
import { Reception } from '../reception.ts'
import type { BrowserConnection } from './connection.ts'

/** Someone in the room, with at most one connection and at most one speaker slot. */
export class Person {
  readonly id: string
  /** The slot that their sound goes to; undefined while they are not heard. */
  slot: number | undefined
  readonly meter = new LevelMeter()
  readonly #gate = new PacketGate(MEDIA_LIMITS.packetsPerSecond)
  #connection: BrowserConnection | undefined
  #connections = 0
  #reception: Reception | undefined

  constructor(id: string) {
    this.id = id
  }

  get connection(): BrowserConnection | undefined {
    return this.#connection
  }

  /** Replaces the person's earlier connection, which is closed. */
  connect(connection: BrowserConnection): void {
    this.disconnect()
    this.#connection = connection
    this.#connections += 1
  }

  disconnect(): void {
    this.#connection?.close()
    this.#connection = undefined
    this.#reception = undefined
  }

  /** Identifies a packet's stream: numbers of different connections are unrelated. */
  sourceOf(packet: RtpPacket): string {
    return `${this.id} ${this.#connections} ${packet.header.ssrc}`
  }

  /** Whether a packet of their microphone may be heard. Counts accepted packets. */
  accepts(packet: RtpPacket, nowMs: number): boolean {
    const { ssrc, sequenceNumber } = packet.header
    if (!this.#gate.lets({ ssrc, sequenceNumber }, nowMs)) return false
    if (this.#reception?.ssrc !== ssrc) this.#reception = new Reception({ ssrc, sequenceNumber })
    this.#reception.add(sequenceNumber)
    const level = this.#levelOf(packet)
    if (level !== undefined) this.meter.add(level)
    return true
  }

  sendReport(): void {
    if (this.#reception) this.#connection?.sendReport(this.#reception.report())
  }

  #levelOf({ header }: RtpPacket): number | undefined {
    const id = this.#connection?.audioLevelId
    const extension = header.extensions.find((each) => each.id === id)
    const byte = extension?.payload[0]
    return byte === undefined ? undefined : byte & 0x7f
  }
}
