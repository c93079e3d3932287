import { createHmac, randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { isIPv4, isIPv6 } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { IceServer } from '#contract/live.ts'
import {
  type CollectedRecording,
  LIVE_LIMIT_MS,
  type LiveEngine,
  type LiveEvent,
  type LiveHealth,
  noSeat,
  roomFull,
  roomNotOpen,
  type Seat,
} from '../port.ts'
import { EmbeddedRoom, START_LIMIT_MS } from './embedded-room.ts'
import { MEDIA_PROGRAM } from './media-process.ts'
import { PRE_SKIP, readOggFacts } from './ogg.ts'
import { closePortPair, openPortPair } from './port-pair.ts'

/** Where browsers reach the media process. */
export interface EmbeddedNetwork {
  /** The address that the media process listens on. */
  bind: string
  /** The first and last port that it may use, for UDP and TCP; a room uses one. */
  ports: [first: number, last: number]
  /** Addresses announced to browsers; empty for those of this machine's own networks. */
  announcedAddresses: string[]
  /** STUN servers for browsers, as `stun:` or `stuns:` URLs. */
  iceServers: string[]
  /** A relay for networks that block direct connections, and the secret shared with it. */
  turn: { urls: string[]; secret: string } | undefined
}

export interface EmbeddedOptions extends EmbeddedNetwork {
  /** Folder for recordings until they are collected and discarded. */
  recordingsDir: string
  now: () => Date
  onProblem: (error: Error) => void
  limitMs?: number
  /** How long a media process may take to start, in milliseconds. */
  startLimitMs?: number
  /** The program of media processes; tests replace it. */
  program?: URL
}

/** Our own engine: sound goes through a media process on this machine, one for each room. */
export function createEmbeddedEngine(options: EmbeddedOptions): EmbeddedEngine {
  return new EmbeddedEngine(options)
}

export class EmbeddedEngine implements LiveEngine {
  readonly name = 'embedded'
  readonly #options: EmbeddedOptions
  readonly #rooms = new Map<string, EmbeddedRoom>()
  readonly #listeners = new Set<(event: LiveEvent) => void>()

  constructor(options: EmbeddedOptions) {
    this.#options = options
  }

  async open(room: string): Promise<void> {
    const known = this.#rooms.get(room)
    if (known) return known.opened()
    const opening = this.#newRoom(room)
    this.#rooms.set(room, opening)
    try {
      await opening.opened()
    } catch (error) {
      this.#rooms.delete(room)
      await opening.close()
      throw error
    }
  }

  #newRoom(room: string): EmbeddedRoom {
    const { bind, ports, onProblem, limitMs = LIVE_LIMIT_MS } = this.#options
    const { startLimitMs = START_LIMIT_MS, program = MEDIA_PROGRAM } = this.#options
    return new EmbeddedRoom({
      room,
      settings: { bind, ports, announcedAddresses: announcedAddresses(this.#options) },
      program,
      limitMs,
      startLimitMs,
      onProblem,
      onEvent: (event) => this.#announce(event),
    })
  }

  #announce(event: LiveEvent): void {
    if (event.type === 'failed') this.#rooms.delete(event.room)
    for (const listener of this.#listeners) listener(event)
  }

  async close(room: string): Promise<void> {
    const closing = this.#rooms.get(room)
    this.#rooms.delete(room)
    await closing?.close()
  }

  async admit({
    room,
    participantId,
  }: Seat & { canSpeak: boolean }): Promise<{ provider: 'embedded'; iceServers: IceServer[] }> {
    const open = this.#roomOf(room)
    if (!(await open.seat(participantId))) throw roomFull()
    return { provider: 'embedded', iceServers: this.#iceServers(participantId) }
  }

  #iceServers(participantId: string): IceServer[] {
    const { iceServers, turn, now } = this.#options
    return [
      ...(iceServers.length > 0 ? [{ urls: iceServers }] : []),
      ...(turn ? [turnServer({ ...turn, participantId, now: now() })] : []),
    ]
  }

  readonly connect = async (
    input: Seat & { offer: string; transport: 'udp' | 'tcp' },
  ): Promise<{ answer: string }> => {
    const room = this.#seated(input)
    return { answer: await room.connect(input) }
  }

  async setMicrophone(input: Seat & { isOpen: boolean }): Promise<'open' | 'closed' | 'full'> {
    const room = this.#seated(input)
    if (input.isOpen) return (await room.openMicrophone(input.participantId)) ? 'open' : 'full'
    await room.closeMicrophone(input.participantId)
    return 'closed'
  }

  async remove({ room, participantId }: Seat): Promise<void> {
    await this.#rooms.get(room)?.remove(participantId)
  }

  async startRecording(room: string): Promise<string> {
    const open = this.#roomOf(room)
    if (open.recordingRef) return open.recordingRef
    const ref = randomUUID()
    await mkdir(this.#options.recordingsDir, { recursive: true, mode: 0o700 })
    await open.startRecording({ ref, path: this.#pathOf(ref) })
    return ref
  }

  async stopRecording(room: string): Promise<void> {
    await this.#rooms.get(room)?.stopRecording()
  }

  async collectRecording(recordingRef: string): Promise<CollectedRecording> {
    if ([...this.#rooms.values()].some((room) => room.recordingRef === recordingRef)) {
      return { state: 'pending' }
    }
    const path = this.#pathOf(recordingRef)
    const facts = await readOggFacts(path, PRE_SKIP)
    if (!facts) return { state: 'missing' }
    const { durationSeconds, isWhole } = facts
    return { state: 'ready', path, durationSeconds, isPartial: !isWhole }
  }

  async discardRecording(recordingRef: string): Promise<void> {
    await rm(this.#pathOf(recordingRef), { force: true })
  }

  subscribe(listener: (event: LiveEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async health(): Promise<LiveHealth> {
    const port = this.#openPort() ?? (await this.#freePort())
    const [first, last] = this.#options.ports
    return {
      isReady: port !== null,
      sentence:
        port === null
          ? `No port from ${first} to ${last} is free for the live room.`
          : `The live room uses port ${port}, UDP and TCP.`,
      network: {
        port,
        announcedAddresses: announcedAddresses(this.#options),
        hasTurn: this.#options.turn !== undefined,
      },
    }
  }

  #openPort(): number | undefined {
    return [...this.#rooms.values()].find((room) => room.port !== undefined)?.port
  }

  async #freePort(): Promise<number | null> {
    const pair = await openPortPair(this.#options).catch(() => undefined)
    if (pair) closePortPair(pair)
    return pair?.port ?? null
  }

  async shutDown(): Promise<void> {
    await Promise.all([...this.#rooms.keys()].map((room) => this.close(room)))
    this.#listeners.clear()
  }

  /** Process id of a room's media process, for tests and measurements. */
  processOf(room: string): number | undefined {
    return this.#rooms.get(room)?.pid
  }

  #roomOf(room: string): EmbeddedRoom {
    const open = this.#rooms.get(room)
    if (!open) throw roomNotOpen()
    return open
  }

  #seated({ room, participantId }: Seat): EmbeddedRoom {
    const open = this.#roomOf(room)
    if (!open.has(participantId)) throw noSeat()
    return open
  }

  /** Accepts only our own random ids as refs, so that a ref cannot name another file. */
  #pathOf(recordingRef: string): string {
    const name = /^[0-9a-f-]{36}$/.test(recordingRef) ? recordingRef : 'unknown'
    return join(this.#options.recordingsDir, `${name}.ogg`)
  }
}

const ANY = new Set(['0.0.0.0', '::'])

/**
 * The addresses announced to browsers: the configured ones, or the bound one, or all of this
 * machine's, with the loopback address last for browsers on the same machine.
 */
export function announcedAddresses(
  input: { bind: string; announcedAddresses: string[] },
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces(),
): string[] {
  if (input.announcedAddresses.length > 0) return input.announcedAddresses
  if (!ANY.has(input.bind)) return [input.bind]
  const isSame = isIPv6(input.bind) ? isIPv6 : isIPv4
  const own = Object.values(interfaces)
    .flatMap((each) => each ?? [])
    .filter(({ address }) => isSame(address) && !/^(169\.254\.|fe80:)/i.test(address))
  return [
    ...own.filter(({ internal }) => !internal),
    ...own.filter(({ internal }) => internal),
  ].map(({ address }) => address)
}

/** Longer than a session lasts: a relay checks the credentials repeatedly while it is used. */
const TURN_HOURS = 8

/**
 * A browser's credentials for a TURN server, as in coturn's `use-auth-secret`: a username that expires,
 * and its HMAC with the shared secret (draft-uberti-behave-turn-rest-00).
 */
export function turnServer(input: {
  urls: string[]
  secret: string
  participantId: string
  now: Date
}): IceServer {
  const expires = Math.floor(input.now.getTime() / 1_000) + TURN_HOURS * 3_600
  const username = `${expires}:${input.participantId}`
  const credential = createHmac('sha1', input.secret).update(username).digest('base64')
  return { urls: input.urls, username, credential }
}
