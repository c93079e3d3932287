import { setTimeout as wait } from 'node:timers/promises'
import { LIVE_LIMITS, type MediaGrant } from '#contract/live.ts'
import {
  type CollectedRecording,
  LIVE_LIMIT_MS,
  type LiveEngine,
  type LiveHealth,
  liveUnavailable,
  type MicrophoneOutcome,
  noSeat,
  roomNotOpen,
  type Seat,
} from '../port.ts'
import type { HostedProvider } from './provider.ts'
import { createProviderClient, type ProviderClient } from './provider-client.ts'

export interface HostedOptions {
  onProblem: (error: Error) => void
  limitMs?: number
  /** How long a browser has to connect with its grant; by default one minute. */
  grantSeconds?: number
}

/** How often to check whether a person who opens the microphone has connected. */
const POLL_MS = 500
/** Tolerance between the provider's clock and ours. */
const SKEW_MS = 5_000
/** Enough for hours of speech, which are a few hundred megabytes at most. */
const DOWNLOAD_LIMIT_MS = 10 * 60_000

interface HostedRoom {
  /** Keyed by participant. */
  seats: Map<string, { isOpen: boolean }>
  recordingRef: string | undefined
}

/**
 * An engine whose sound goes through a provider. Browsers connect to the provider directly, so pages
 * know levels and report connections (`connection` on the room's socket); this engine sends no events.
 * A grant only allows listening: nobody may send sound until `setMicrophone` opens the microphone. The
 * room checks the limits on people and open microphones before it calls the engine.
 *
 * If ending a microphone, a recording or a room fails, it is retried in the background, because people
 * believe that it has ended.
 */
export function createHostedEngine(provider: HostedProvider, options: HostedOptions): LiveEngine {
  return new HostedEngine(provider, options)
}

class HostedEngine implements LiveEngine {
  readonly name: HostedProvider['name']
  /** Browsers connect to the provider. */
  readonly connect = undefined
  readonly #provider: HostedProvider
  readonly #client: ProviderClient
  readonly #limitMs: number
  readonly #grantSeconds: number
  readonly #rooms = new Map<string, HostedRoom>()

  constructor(provider: HostedProvider, options: HostedOptions) {
    const { limitMs = LIVE_LIMIT_MS, grantSeconds = LIVE_LIMITS.grant } = options
    this.name = provider.name
    this.#provider = provider
    this.#limitMs = limitMs
    this.#grantSeconds = grantSeconds
    const describe = (error: unknown): string => `${provider.name}: ${provider.describe(error)}`
    this.#client = createProviderClient({ ...options, limitMs, describe })
  }

  async open(room: string): Promise<void> {
    if (this.#rooms.has(room)) return
    await this.#client.ask(() => this.#provider.openRoom(room))
    if (!this.#rooms.has(room)) this.#rooms.set(room, { seats: new Map(), recordingRef: undefined })
  }

  async close(room: string): Promise<void> {
    if (!this.#rooms.delete(room)) return
    const close = (): Promise<void> => this.#provider.closeRoom(room)
    const isClosed = (): boolean => !this.#rooms.has(room)
    // Some providers recreate a room for a browser whose grant is still valid.
    this.#afterGrants(async () => (isClosed() ? close() : undefined))
    await this.#client.insist(close, isClosed)
  }

  async admit({ room, participantId }: Seat): Promise<MediaGrant> {
    const { seats } = this.#openRoom(room)
    const isOpen = seats.get(participantId)?.isOpen ?? false
    const seat = { room, participantId, isOpen, seconds: this.#grantSeconds }
    const grant = await this.#client.ask(() => this.#provider.grant(seat))
    if (!seats.has(participantId)) seats.set(participantId, { isOpen: false })
    return grant
  }

  async setMicrophone(input: Seat & { isOpen: boolean }): Promise<MicrophoneOutcome> {
    const { room, participantId, isOpen } = input
    const { ask, insist } = this.#client
    const seat = this.#openRoom(room).seats.get(participantId)
    if (!seat) throw noSeat()
    const allow = (): Promise<boolean> =>
      this.#provider.allowSpeaking({ room, participantId, isOpen: seat.isOpen })
    const isStillThere = (): boolean => this.#rooms.get(room)?.seats.get(participantId) === seat
    const close = (): Promise<unknown> => insist(allow, () => !seat.isOpen && isStillThere())
    seat.isOpen = isOpen
    if (!isOpen) {
      await close()
      return 'closed'
    }
    try {
      if (await ask(() => untilTrue(allow, this.#limitMs / 2))) return 'open'
      throw liveUnavailable(new Error('The person is not connected.'))
    } catch (error) {
      // It may have opened although the call failed.
      seat.isOpen = false
      close().catch(() => undefined)
      throw error
    }
  }

  async remove({ room, participantId }: Seat): Promise<void> {
    const seats = this.#rooms.get(room)?.seats
    if (!seats?.delete(participantId)) return
    const sendOut = (): Promise<void> => this.#provider.sendOut({ room, participantId })
    const isOut = (): boolean => this.#rooms.has(room) && !seats.has(participantId)
    // A person with an unused grant can still connect.
    this.#afterGrants(async () => (isOut() ? sendOut() : undefined))
    await this.#client.insist(sendOut, isOut)
  }

  async startRecording(room: string): Promise<string> {
    const open = this.#openRoom(room)
    if (open.recordingRef) return open.recordingRef
    try {
      open.recordingRef = await this.#client.ask(() => this.#provider.startRecording(room))
      return open.recordingRef
    } catch (error) {
      // It may have started although the call failed.
      if (this.#client.isUnsure(error)) this.#stopUnlessWanted(room, open).catch(() => undefined)
      throw error
    }
  }

  async stopRecording(room: string): Promise<void> {
    const open = this.#rooms.get(room)
    if (!open?.recordingRef) return
    open.recordingRef = undefined
    await this.#stopUnlessWanted(room, open)
  }

  collectRecording(recordingRef: string, folder: string): Promise<CollectedRecording> {
    return this.#client.ask(() => {
      const signal = AbortSignal.timeout(DOWNLOAD_LIMIT_MS)
      return this.#provider.collect({ recordingRef, folder, signal })
    }, DOWNLOAD_LIMIT_MS)
  }

  discardRecording(recordingRef: string): Promise<void> {
    return this.#client.ask(() => this.#provider.discard(recordingRef))
  }

  subscribe(): () => void {
    return () => undefined
  }

  health(): Promise<LiveHealth> {
    return health(this.#provider, this.#client)
  }

  async shutDown(): Promise<void> {
    this.#client.close()
    const open = [...this.#rooms.keys()]
    this.#rooms.clear()
    const closing = open.map((room) => this.#client.ask(() => this.#provider.closeRoom(room)))
    await Promise.allSettled(closing)
  }

  #openRoom(room: string): HostedRoom {
    const open = this.#rooms.get(room)
    if (!open) throw roomNotOpen()
    return open
  }

  /** Runs `work` once all earlier grants have expired. */
  #afterGrants(work: () => Promise<void>): void {
    const milliseconds = this.#grantSeconds * 1_000 + SKEW_MS
    this.#client.later(milliseconds, () => this.#client.ask(work))
  }

  #stopUnlessWanted(room: string, open: HostedRoom): Promise<void> {
    return this.#client.insist(
      () => this.#provider.stopRecording(room),
      () => this.#rooms.get(room) === open && !open.recordingRef,
    )
  }
}

async function health(provider: HostedProvider, { ask }: ProviderClient): Promise<LiveHealth> {
  const name = provider.name === 'daily' ? 'Daily' : 'LiveKit'
  const network = null
  try {
    await ask(() => provider.check())
    return { isReady: true, sentence: `${name} answers.`, network }
  } catch {
    const sentence = `${name} doesn’t answer or refuses the key.`
    return { isReady: false, sentence, network }
  }
}

/** Polls until the condition is true or the time is up. */
async function untilTrue(isSo: () => Promise<boolean>, forMs: number): Promise<boolean> {
  const end = performance.now() + forMs
  for (;;) {
    if (await isSo()) return true
    if (performance.now() + POLL_MS > end) return false
    await wait(POLL_MS)
  }
}
