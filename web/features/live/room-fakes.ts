/* Fakes of the server and the engine, for the tests of the room's core. */
import type { MediaGrant } from '#contract/live.ts'
import type {
  ClientMessage,
  Participant,
  RoomSnapshot,
  ServerMessage,
} from '#contract/live-room.ts'
import type { MediaClient, MediaEvents } from './media-client.ts'
import type { RoomSocket, SocketEvents } from './room-connection.ts'
import { OUTSIDE } from './room-state.ts'

/** One socket from the server's side. */
export class FakeSocket implements RoomSocket {
  readonly said: ClientMessage[] = []
  isClosed = false
  /** The server's clock. */
  now = (): string => new Date().toISOString()
  readonly #events: SocketEvents

  constructor(events: SocketEvents) {
    this.#events = events
  }

  send(message: ClientMessage): boolean {
    if (this.isClosed) return false
    this.said.push(message)
    return true
  }

  close(): void {
    this.isClosed = true
  }

  open(): void {
    this.#events.onOpen()
  }

  say(message: ServerMessage): void {
    if (!this.isClosed) this.#events.onMessage(message)
  }

  welcome(participantId: string, room: Partial<RoomSnapshot> = {}): void {
    this.open()
    const media: MediaGrant = { provider: 'embedded', iceServers: [] }
    this.say({ type: 'welcome', participantId, media, room: snapshot(room), now: this.now() })
  }

  update(room: Partial<RoomSnapshot>): void {
    this.say({ type: 'room', room, now: this.now() })
  }

  /** Simulates a lost network connection. */
  lose(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.#events.onClose()
  }
}

/** A media client whose engine is controlled by the test. */
export class FakeMedia implements MediaClient {
  readonly reportsConnection: boolean
  events: MediaEvents | undefined
  readonly tracks: (MediaStreamTrack | null)[] = []
  reconnects = 0
  isClosed = false

  constructor(reportsConnection = false) {
    this.reportsConnection = reportsConnection
  }

  connect(events: MediaEvents): void {
    this.events = events
  }

  setMicrophone(track: MediaStreamTrack | null): void {
    this.tracks.push(track)
  }

  play(): void {}

  reconnect(): void {
    this.reconnects += 1
  }

  close(): void {
    this.isClosed = true
  }
}

export function snapshot(given: Partial<RoomSnapshot> = {}): RoomSnapshot {
  return { ...OUTSIDE.room, ...given }
}

export function participant(id: string, given: Partial<Participant> = {}): Participant {
  return {
    id,
    anonymousUsername: `Sparrow ${id}`,
    isHost: false,
    isCohost: false,
    state: 'connected',
    microphone: 'muted',
    maySpeak: true,
    ...given,
  }
}
