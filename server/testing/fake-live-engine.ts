import { LIVE_LIMITS } from '#contract/live.ts'
import {
  type CollectedRecording,
  EngineFailure,
  type LiveEngine,
  type LiveEvent,
  liveUnavailable,
  noSeat,
  roomFull,
  roomNotOpen,
} from '#server/ports/live/port.ts'

interface FakeSeat {
  canSpeak: boolean
  isOpen: boolean
}

interface FakeRoom {
  seats: Map<string, FakeSeat>
  recordingRef: string | undefined
}

/** An engine without audio that records its calls; tests can inspect it and emit its events. */
export class FakeLiveEngine implements LiveEngine {
  readonly name: LiveEngine['name']
  readonly rooms = new Map<string, FakeRoom>()
  /** The result of each recording, by its ref. */
  readonly recordings = new Map<string, CollectedRecording>()
  readonly discarded: string[] = []
  /** Every call, in order. */
  readonly asked: string[] = []
  /** Methods that fail. */
  readonly failing = new Set<string>()
  /** Methods whose next call fails. */
  readonly failingOnce = new Set<string>()
  /** The promise that the next room waits for before it opens. */
  opening: Promise<void> | undefined
  readonly #listeners = new Set<(event: LiveEvent) => void>()

  constructor(name: LiveEngine['name'] = 'embedded') {
    this.name = name
  }

  speak(event: LiveEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  /** The only open room. */
  get room(): { name: string; seats: FakeRoom['seats']; recordingRef: string | undefined } {
    const [entry] = this.rooms
    if (!entry) throw new Error('No room is open.')
    return { name: entry[0], ...entry[1] }
  }

  async open(room: string): Promise<void> {
    await this.opening
    this.#ask('open', room)
    if (!this.rooms.has(room)) this.rooms.set(room, { seats: new Map(), recordingRef: undefined })
  }

  async close(room: string): Promise<void> {
    this.#ask('close', room)
    this.rooms.delete(room)
  }

  async admit(input: { room: string; participantId: string; canSpeak: boolean }) {
    this.#ask('admit', input.participantId)
    const { seats } = this.#roomOf(input.room)
    if (!seats.has(input.participantId) && seats.size >= LIVE_LIMITS.people) throw roomFull()
    const isOpen = seats.get(input.participantId)?.isOpen ?? false
    seats.set(input.participantId, { canSpeak: input.canSpeak, isOpen })
    return { provider: 'embedded' as const, iceServers: [] }
  }

  readonly connect: LiveEngine['connect'] = async ({ room, participantId, offer }) => {
    this.#ask('connect', participantId)
    if (!this.#roomOf(room).seats.has(participantId)) throw noSeat()
    return { answer: `answer to ${offer}` }
  }

  async setMicrophone(input: { room: string; participantId: string; isOpen: boolean }) {
    this.#ask('setMicrophone', `${input.participantId} ${input.isOpen}`)
    const { seats } = this.#roomOf(input.room)
    const seat = seats.get(input.participantId)
    if (!seat) throw noSeat()
    const others = [...seats.values()].filter((other) => other !== seat && other.isOpen).length
    if (input.isOpen && others >= LIVE_LIMITS.openMicrophones) return 'full' as const
    seat.isOpen = input.isOpen
    return input.isOpen ? ('open' as const) : ('closed' as const)
  }

  async remove(input: { room: string; participantId: string }): Promise<void> {
    this.#ask('remove', input.participantId)
    this.rooms.get(input.room)?.seats.delete(input.participantId)
  }

  async startRecording(room: string): Promise<string> {
    this.#ask('startRecording', room)
    const found = this.#roomOf(room)
    if (found.recordingRef) return found.recordingRef
    const ref = `recording-${crypto.randomUUID()}`
    found.recordingRef = ref
    this.recordings.set(ref, { state: 'pending' })
    return ref
  }

  async stopRecording(room: string): Promise<void> {
    this.#ask('stopRecording', room)
    const found = this.rooms.get(room)
    if (found) found.recordingRef = undefined
  }

  async collectRecording(ref: string): Promise<CollectedRecording> {
    this.#ask('collectRecording', ref)
    return this.recordings.get(ref) ?? { state: 'missing' }
  }

  async discardRecording(ref: string): Promise<void> {
    this.#ask('discardRecording', ref)
    this.discarded.push(ref)
    this.recordings.delete(ref)
  }

  subscribe(listener: (event: LiveEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async health() {
    return { isReady: true, sentence: 'There is no sound in tests.', network: null }
  }

  async shutDown(): Promise<void> {
    this.rooms.clear()
  }

  #ask(method: string, about: string): void {
    this.asked.push(`${method} ${about}`)
    if (!this.failing.has(method) && !this.failingOnce.delete(method)) return
    throw liveUnavailable(new EngineFailure(`${method} failed`, { reason: 'It is a test.' }))
  }

  #roomOf(room: string): FakeRoom {
    const found = this.rooms.get(room)
    if (!found) throw roomNotOpen()
    return found
  }
}
