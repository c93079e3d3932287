import { randomInt } from 'node:crypto'
import { type RTCCertificate, RTCDtlsTransport, type RtpPacket } from 'werift'
import { MEDIA_LIMITS } from '../limits.ts'
import type { MediaEvent, MediaSettings } from '../media-process.ts'
import { SlotStream } from '../rtp.ts'
import { OfferError, readOffer } from '../sdp.ts'
import { BrowserConnection } from './connection.ts'
import { IcePort } from './ice-port.ts'
import { Person } from './person.ts'
import { Recorder } from './recorder.ts'

const LEVELS_MS = 200
const CHECK_MS = 1_000
const REPORT_MS = 2_000

/** The room's media: passes each speaker's packets on to everyone else and to the recorder. */
export class MediaRoom {
  readonly #settings: MediaSettings
  readonly #port: IcePort
  readonly #certificate: RTCCertificate
  readonly #people = new Map<string, Person>()
  readonly #slots: SlotStream[]
  readonly #slotSsrcs: number[]
  readonly #emit: (event: MediaEvent) => void
  #recorder: Recorder | undefined
  #hasEmittedLevels = false

  private constructor(
    settings: MediaSettings,
    port: IcePort,
    certificate: RTCCertificate,
    emit: (event: MediaEvent) => void,
  ) {
    this.#settings = settings
    this.#port = port
    this.#certificate = certificate
    this.#emit = emit
    this.#slots = Array.from({ length: MEDIA_LIMITS.openMicrophones }, () => newSlot())
    this.#slotSsrcs = differentSsrcs(MEDIA_LIMITS.openMicrophones)
    setInterval(() => this.#emitLevels(), LEVELS_MS)
    setInterval(() => this.#checkConnections(), CHECK_MS)
    setInterval(() => this.#sendReports(), REPORT_MS)
  }

  static async open(
    settings: MediaSettings,
    emit: (event: MediaEvent) => void,
  ): Promise<MediaRoom> {
    const port = await IcePort.open(settings)
    return new MediaRoom(settings, port, await RTCDtlsTransport.SetupCertificate(), emit)
  }

  get port(): number {
    return this.#port.port
  }

  seat(participantId: string): void {
    if (!this.#people.has(participantId)) this.#people.set(participantId, new Person(participantId))
  }

  /** Answers an offer; a refusal says what is wrong with it, for the log. */
  connect(input: {
    participantId: string
    offer: string
    transport: 'udp' | 'tcp'
  }): { answer: string } | { refusal: string } {
    const person = this.#people.get(input.participantId)
    if (!person) return { refusal: 'no seat' }
    try {
      const offer = readOffer(input.offer)
      const connection = this.#connectionOf(person, offer)
      person.connect(connection)
      this.#recorder?.forget(`${person.id} `)
      return { answer: this.#answer(connection, input.transport) }
    } catch (error) {
      if (error instanceof OfferError) return { refusal: error.message }
      throw error
    }
  }

  #connectionOf(person: Person, offer: ReturnType<typeof readOffer>): BrowserConnection {
    const { id: participantId } = person
    const connection: BrowserConnection = new BrowserConnection(
      {
        offer,
        port: this.#port,
        certificate: this.#certificate,
        slotSsrcs: this.#slotSsrcs,
        nowMs: performance.now(),
      },
      {
        onConnected: () => this.#emit({ event: 'connected', participantId }),
        onGone: () => {
          if (person.connection === connection) this.#emit({ event: 'gone', participantId })
        },
        onRtp: (packet) => {
          if (person.connection === connection) this.#handleSound(person, packet)
        },
      },
    )
    return connection
  }

  #answer(connection: BrowserConnection, transport: 'udp' | 'tcp'): string {
    const { announcedAddresses } = this.#settings
    return connection.answer({
      fingerprint: this.#certificate.getFingerprints()[0]?.value.toUpperCase() ?? '',
      candidates: announcedAddresses.map((address) => ({ transport, address, port: this.port })),
      slotSsrcs: this.#slotSsrcs,
    })
  }

  giveSlot(participantId: string, slot: number | null): void {
    const person = this.#people.get(participantId)
    if (!person) return
    if (person.slot !== undefined) this.#slots[person.slot]?.release()
    person.slot = slot ?? undefined
  }

  remove(participantId: string): void {
    this.giveSlot(participantId, null)
    this.#people.get(participantId)?.disconnect()
    this.#people.delete(participantId)
    this.#recorder?.forget(`${participantId} `)
  }

  async startRecording(input: { path: string; startedAt: number }): Promise<void> {
    this.#recorder ??= await Recorder.start(input.path, input.startedAt)
  }

  async stopRecording(): Promise<void> {
    const recorder = this.#recorder
    this.#recorder = undefined
    await recorder?.stop()
  }

  /** Passes on a packet of a person's microphone, unless the person has no slot. */
  #handleSound(speaker: Person, packet: RtpPacket): void {
    const nowMs = performance.now()
    const { slot } = speaker
    if (slot === undefined || packet.payload.length === 0 || !speaker.accepts(packet, nowMs)) return
    const source = speaker.sourceOf(packet)
    const { sequenceNumber, timestamp, marker } = packet.header
    const stamp = this.#slots[slot]?.rewrite({ sequenceNumber, timestamp, marker }, source, nowMs)
    if (!stamp) return
    for (const listener of this.#people.values()) {
      if (listener !== speaker && listener.connection?.isConnected) {
        listener.connection.sendSound(slot, stamp, packet.payload)
      }
    }
    this.#recorder?.add({ source, timestamp, payload: packet.payload })
  }

  #emitLevels(): void {
    const levels: Record<string, number> = {}
    for (const person of this.#people.values()) {
      const level = person.meter.read()
      if (person.slot !== undefined && level > 0) levels[person.id] = level
    }
    const isAny = Object.keys(levels).length > 0
    // Sent once more after everyone has fallen silent.
    if (isAny || this.#hasEmittedLevels) this.#emit({ event: 'levels', levels })
    this.#hasEmittedLevels = isAny
  }

  #checkConnections(): void {
    const nowMs = performance.now()
    for (const person of this.#people.values()) person.connection?.check(nowMs)
  }

  #sendReports(): void {
    for (const person of this.#people.values()) if (person.slot !== undefined) person.sendReport()
  }
}

function newSlot(): SlotStream {
  return new SlotStream({ sequenceNumber: randomInt(2 ** 16), timestamp: randomInt(2 ** 32) })
}

function differentSsrcs(count: number): number[] {
  const ssrcs = new Set<number>()
  while (ssrcs.size < count) ssrcs.add(randomInt(1, 2 ** 32))
  return [...ssrcs]
}
