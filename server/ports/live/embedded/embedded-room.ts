import {
  badOffer,
  EngineFailure,
  type LiveEvent,
  type LiveTransport,
  liveUnavailable,
} from '../port.ts'
import { MEDIA_LIMITS } from './limits.ts'
import { type MediaEvent, MediaProcess, type MediaSettings } from './media-process.ts'

/** The time window in which crashes are counted. */
const WINDOW_MS = 10 * 60_000
/** After more crashes than this within the window, the room is given up. */
const MOST_DEATHS = 5
/** Loading the process takes half a second, or several seconds on a busy machine. */
export const START_LIMIT_MS = 30_000

export interface RoomOptions {
  room: string
  settings: MediaSettings
  /** The program of the media process. */
  program: URL
  limitMs: number
  startLimitMs: number
  onEvent: (event: LiveEvent) => void
  onProblem: (error: Error) => void
}

/**
 * A room on air: its media process, and the state that must outlive it. If the process dies, another
 * one is started and gets the whole state.
 */
export class EmbeddedRoom {
  readonly #options: RoomOptions
  readonly #seats = new Set<string>()
  readonly #slots = new SlotTable(MEDIA_LIMITS.openMicrophones)
  readonly #deaths: number[] = []
  #recording: { ref: string; path: string; startedAt: number } | undefined
  #process: MediaProcess | undefined
  #port: number | undefined
  /** Settles when the process is ready or has failed to start. */
  #ready: Promise<MediaProcess>
  #hasOpened = false
  #isClosed = false

  constructor(options: RoomOptions) {
    this.#options = options
    this.#ready = this.#start()
  }

  get port(): number | undefined {
    return this.#port
  }

  /** Process id of the media process, for tests that kill it. */
  get pid(): number | undefined {
    return this.#process?.pid
  }

  get recordingRef(): string | undefined {
    return this.#recording?.ref
  }

  async opened(): Promise<void> {
    await this.#ready
  }

  has(participantId: string): boolean {
    return this.#seats.has(participantId)
  }

  /** False when all seats are taken. */
  async seat(participantId: string): Promise<boolean> {
    if (this.#seats.has(participantId)) return true
    if (this.#seats.size >= MEDIA_LIMITS.people) return false
    this.#seats.add(participantId)
    try {
      await (await this.#ready).call('seat', { participantId })
      return true
    } catch (error) {
      this.#seats.delete(participantId)
      throw error
    }
  }

  async connect(input: {
    participantId: string
    offer: string
    transport: LiveTransport
  }): Promise<string> {
    const { participantId, offer, transport } = input
    // An offer that is too long is refused here, without sending it to the media process.
    if (offer.length > MEDIA_LIMITS.offerBytes) throw badOffer(new Error('too long'))
    const answered = await (await this.#ready).call('connect', { participantId, offer, transport })
    if ('refusal' in answered) throw badOffer(new Error(answered.refusal))
    return answered.answer
  }

  /** False when no slot is free. */
  async openMicrophone(participantId: string): Promise<boolean> {
    const slot = this.#slots.take(participantId)
    if (slot === undefined) return false
    try {
      await (await this.#ready).call('giveSlot', { participantId, slot })
      return true
    } catch (error) {
      // The caller assumes that the microphone is closed, so the next process must not open it.
      this.#slots.release(participantId)
      throw error
    }
  }

  async closeMicrophone(participantId: string): Promise<void> {
    this.#slots.release(participantId)
    await (await this.#ready).call('giveSlot', { participantId, slot: null })
  }

  async remove(participantId: string): Promise<void> {
    this.#slots.release(participantId)
    if (!this.#seats.delete(participantId)) return
    await (await this.#ready).call('remove', { participantId })
  }

  async startRecording(recording: { ref: string; path: string }): Promise<void> {
    const { path } = recording
    const startedAt = Date.now()
    this.#recording = { ...recording, startedAt }
    try {
      await (await this.#ready).call('startRecording', { path, startedAt })
    } catch (error) {
      this.#recording = undefined
      throw error
    }
  }

  async stopRecording(): Promise<void> {
    if (!this.#recording) return
    this.#recording = undefined
    await (await this.#ready).call('stopRecording', null)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#recording = undefined
    await this.#process?.finish()
    await this.#ready.catch(() => undefined)
  }

  async #start(): Promise<MediaProcess> {
    const { program, limitMs, settings, startLimitMs } = this.#options
    const media = new MediaProcess({
      program,
      limitMs,
      onEvent: (event) => this.#pass(event),
    })
    this.#process = media
    void media.ended.then((failure) => this.#handleDeath(media, failure))
    try {
      const { port } = await media.call('start', settings, startLimitMs)
      this.#port = port
      await this.#restoreState(media)
      this.#hasOpened = true
      return media
    } catch (error) {
      // A process that failed to start is useless. Once the room was open, its end triggers a restart.
      media.kill()
      throw error
    }
  }

  async #restoreState(media: MediaProcess): Promise<void> {
    for (const participantId of this.#seats) await media.call('seat', { participantId })
    for (const holder of this.#slots.holders()) await media.call('giveSlot', holder)
    if (!this.#recording) return
    const { path, startedAt } = this.#recording
    await media.call('startRecording', { path, startedAt })
  }

  #handleDeath(media: MediaProcess, failure: EngineFailure): void {
    if (this.#isClosed || !this.#hasOpened || media !== this.#process) return
    const { room, onEvent, onProblem } = this.#options
    onProblem(failure)
    onEvent({ type: 'crashed', room })
    this.#ready = this.#again()
    this.#ready.then(
      () => onEvent({ type: 'restarted', room }),
      () => undefined,
    )
  }

  async #again(): Promise<MediaProcess> {
    const now = performance.now()
    this.#deaths.push(now)
    if (this.#deaths.filter((death) => now - death < WINDOW_MS).length > MOST_DEATHS) {
      this.#isClosed = true
      this.#options.onEvent({ type: 'failed', room: this.#options.room })
      throw liveUnavailable(new EngineFailure('The media process keeps crashing.'))
    }
    return this.#start()
  }

  #pass(event: MediaEvent): void {
    const { room, onEvent } = this.#options
    if (this.#isClosed) return
    if (event.event === 'levels') onEvent({ type: 'levels', room, levels: event.levels })
    else onEvent({ type: event.event, room, participantId: event.participantId })
  }
}

/** Assigns speaker slots. A person gets the first free slot and keeps it until it is released. */
export class SlotTable {
  readonly #holders: (string | undefined)[]

  constructor(count: number) {
    this.#holders = Array.from({ length: count }, () => undefined)
  }

  /** Returns the person's slot, and assigns one if they have none; undefined if all are taken. */
  take(participantId: string): number | undefined {
    const current = this.slotOf(participantId)
    if (current !== undefined) return current
    const free = this.#holders.indexOf(undefined)
    if (free < 0) return undefined
    this.#holders[free] = participantId
    return free
  }

  /** Frees the person's slot and returns it. */
  release(participantId: string): number | undefined {
    const current = this.slotOf(participantId)
    if (current !== undefined) this.#holders[current] = undefined
    return current
  }

  slotOf(participantId: string): number | undefined {
    const slot = this.#holders.indexOf(participantId)
    return slot < 0 ? undefined : slot
  }

  /** Everyone who holds a slot, ordered by slot. */
  holders(): { participantId: string; slot: number }[] {
    return this.#holders.flatMap((participantId, slot) =>
      participantId === undefined ? [] : [{ participantId, slot }],
    )
  }
}
