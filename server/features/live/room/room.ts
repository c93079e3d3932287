import { randomInt, randomUUID } from 'node:crypto'
import type { MediaGrant } from '#contract/live.ts'
import type { ClientMessage, ServerMessage } from '#contract/live-room.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import { keptChanges } from '#server/domain/live-room/kept.ts'
import { canResume, findByMember, isFull } from '#server/domain/live-room/people.ts'
import { questionName } from '#server/domain/live-room/question-name.ts'
import {
  type Effect,
  type Kept,
  maySpeak,
  openRoom,
  type Room,
} from '#server/domain/live-room/room.ts'
import { type RoomEvent, step } from '#server/domain/live-room/step.ts'
import { createSerial } from '#server/domain/serial.ts'
import { hasRight, type Viewer } from '#server/domain/viewer.ts'
import type { SocketEnd } from '#server/http/sockets.ts'
import { type LiveEvent, roomFull } from '#server/ports/live/port.ts'
import { mayJoinLive } from '../../shop/access/service.ts'
import { AccountChecks } from './account-checks.ts'
import { type Broadcast, createBroadcast } from './broadcast.ts'
import { saveKept } from './kept.ts'
import { openSound, Sound } from './sound.ts'

const TICK_MS = 1_000

/** The connection of a member's page, by the account session that it was opened with. */
export interface Connection {
  viewer: Viewer
  /** The account session's token, for checking access again later. */
  token: string | undefined
  /** Undefined after it was lost; the participant may still reconnect. */
  socket: LiveSocket | undefined
}

export interface LiveSocket {
  send(text: string): void
  /** Closes the socket after pending messages were sent. */
  close(): void
}

/** A message of a participant's page. */
export type PageMessage = Exclude<ClientMessage, { type: 'hello' | 'offer' }>

export interface RoomOptions {
  liveSessionId: number
  /** Since when the room has been without a host; undefined for a new session. */
  hostGoneSince?: Date | undefined
  /** The state that an earlier process has kept of the room. */
  kept?: Partial<Kept> | undefined
  findViewer: (token: string | undefined) => Promise<Viewer | undefined>
  /** Called when the number of people or the recording changes. */
  onCount: () => void
  /** Called when no host came back in time. */
  onHostless: () => void
  /** Called when a recording has reached its maximum length, or was interrupted with the engine. */
  onRecordingEnds: (input: { isInterrupted: boolean }) => void
}

/**
 * The room of a session. The rules are in `domain/live-room`: an event changes the state, and its
 * effects are carried out here. Starting and stopping a recording is in `recorder.ts`; the
 * session that the room belongs to is in `session.ts`.
 */
export class LiveRoom {
  /** The engine's id of the room. */
  readonly engineRoom: string
  readonly sound: Sound
  readonly #context: Context
  readonly #options: RoomOptions
  readonly #broadcast: Broadcast
  readonly #accountChecks: AccountChecks
  readonly #clock: NodeJS.Timeout
  /** By participant. */
  readonly #connections = new Map<string, Connection>()
  /** Runs the room's database writes one after the other. */
  readonly #serially = createSerial()
  #state: Room
  #isClosed = false

  /** Opens the room once its sound is open. Throws `provider_unavailable` if the engine cannot. */
  static async open(context: Context, options: RoomOptions): Promise<LiveRoom> {
    await openSound(context, engineRoomOf(options))
    return new LiveRoom(context, options)
  }

  private constructor(context: Context, options: RoomOptions) {
    this.#context = context
    this.#options = options
    this.engineRoom = engineRoomOf(options)
    const { hostGoneSince = context.now() } = options
    this.#state = openRoom(hostGoneSince.getTime(), options.kept)
    this.#broadcast = createBroadcast({
      room: () => this.#state,
      now: () => context.now(),
      send: (id, text) => this.#connections.get(id)?.socket?.send(text),
    })
    this.sound = new Sound(context, {
      room: this.engineRoom,
      onEvent: (event) => this.#handleEngine(event),
      onMicrophoneFailed: (id) => this.apply({ type: 'microphone-failed', id }),
    })
    this.#accountChecks = new AccountChecks(context, {
      findViewer: options.findViewer,
      connections: this.#connections,
      onEnded: (id) => this.apply({ type: 'access-ended', id }),
      onConfirmed: (viewer) =>
        this.apply({ type: 'rights', memberId: viewer.id, isHost: hasRight(viewer, 'host') }),
    })
    this.#clock = setInterval(() => this.apply({ type: 'tick' }), TICK_MS).unref()
  }

  get state(): Room {
    return this.#state
  }

  /**
   * Whether access that the member had when they entered lasts: until they leave, or the session
   * ends.
   */
  hasAdmitted(memberId: string): boolean {
    return this.#state.admitted.has(memberId)
  }

  /** Throws `not_allowed` for a member who was removed, and `conflict` if the room is full. */
  requireAdmission(viewer: Viewer): void {
    if (this.#state.removed.has(viewer.id)) {
      throw new AppError('not_allowed', 'A host has removed you from this session.')
    }
    const isInside = findByMember(this.#state, viewer.id) !== undefined
    if (!isInside && isFull(this.#state, { isHost: hasRight(viewer, 'host') })) throw roomFull()
  }

  /**
   * Lets a page in, or tells it why not: as the participant that it was before its connection was
   * lost, or as a new one. Returns the participant's id if the page is in.
   */
  async enter(connection: Connection, resume = ''): Promise<string | undefined> {
    if (this.#isBarred(connection)) return undefined
    const { viewer } = connection
    const { id: memberId, anonymousUsername } = viewer
    if (!this.hasAdmitted(memberId) && !(await mayJoinLive(this.#context, viewer))) {
      endSocket(connection, { type: 'ended', reason: 'access' })
      return undefined
    }
    const isHost = hasRight(viewer, 'host')
    const isBack = canResume(this.#state, { id: resume, memberId })
    const id = isBack ? resume : randomUUID()
    const canSpeak = maySpeak(this.#state, { memberId, isHost })
    const media = await this.sound.admit(id, { canSpeak })
    // The participant may be gone meanwhile, the session over, or the member removed.
    if (isBack && !canResume(this.#state, { id, memberId })) return this.enter(connection)
    if (this.#isBarred(connection)) {
      this.sound.release(id)
      return undefined
    }
    const newcomer = { id, memberId, anonymousUsername, isHost }
    this.#step({ type: isBack ? 'resume' : 'enter', newcomer }, { connection, media })
    if (!this.isConnected(id, connection)) return undefined
    // The account session may have ended since it was checked.
    this.#accountChecks.checkSoon(memberId)
    return id
  }

  /** Ends the socket of a page that can't enter, with the reason. */
  #isBarred(connection: Connection): boolean {
    if (!this.#state.isOnAir) endSocket(connection, { type: 'ended', reason: 'off-air' })
    else if (this.#isClosed) endSocket(connection)
    else if (this.#state.removed.has(connection.viewer.id)) {
      endSocket(connection, { type: 'ended', reason: 'removed' })
    } else return false
    return true
  }

  /** Whether this is the participant's current connection. */
  isConnected(id: string, connection: Connection): boolean {
    return this.#connections.get(id) === connection
  }

  receive(id: string, message: PageMessage): void {
    switch (message.type) {
      case 'connection':
        // If offers go through us, the engine knows the connection's state better than the page.
        if (!this.sound.takesOffers) this.apply({ type: 'media', id, state: message.state })
        break
      case 'microphone':
      case 'hand':
      case 'leave':
        this.apply({ ...message, id })
        break
      case 'question':
        this.apply({ type: 'ask', id, text: message.text, name: freeQuestionName(this.#state) })
        break
      default:
        this.apply({ type: 'host', id, act: message })
    }
  }

  send(id: string, message: ServerMessage): void {
    this.#broadcast.send(id, message)
  }

  /** The participant's socket was closed or lost. */
  disconnect(id: string, how: SocketEnd): void {
    const connection = this.#connections.get(id)
    if (!connection?.socket) return
    connection.socket = undefined
    this.apply({ type: 'socket-lost', id, how })
  }

  apply(event: RoomEvent): void {
    this.#step(event)
  }

  /** Ends the session for everyone in the room. */
  end(): void {
    this.#shut()
    this.apply({ type: 'off-air' })
  }

  /** Closes all sockets without a message, so that pages reconnect. */
  drop(): void {
    this.#shut()
    for (const connection of this.#connections.values()) endSocket(connection)
  }

  /** Resolves once everything that has to outlive this process is stored. */
  stored(): Promise<void> {
    return this.#serially(async () => undefined)
  }

  #shut(): void {
    this.#isClosed = true
    clearInterval(this.#clock)
    this.#accountChecks.close()
    this.#broadcast.close()
  }

  #step(event: RoomEvent, arriving?: Arrival): void {
    const before = this.#state
    const { hostGoneSince } = before
    const next = step(before, event, this.#context.now().getTime())
    this.#state = next.room
    this.#keep(before, 'id' in event ? before.people.get(event.id)?.memberId : undefined)
    for (const effect of next.effects) this.#perform(effect, arriving)
    if (hostGoneSince !== this.#state.hostGoneSince) this.#broadcast.refresh()
  }

  #perform(effect: Effect, arriving: Arrival | undefined): void {
    switch (effect.type) {
      case 'welcome':
        this.#welcome(effect.id, arriving)
        break
      case 'refuse':
        if (arriving) {
          endSocket(arriving.connection, { type: 'refused', sentence: effect.sentence })
        }
        this.sound.release(effect.id)
        break
      case 'send':
        this.#broadcast.send(effect.id, effect.message)
        break
      case 'send-all':
        this.#broadcast.sendAll(effect.message)
        break
      case 'refresh':
        this.#broadcast.refresh()
        break
      case 'count':
        this.#options.onCount()
        break
      case 'end':
        this.#endSocketOf(effect.id, { type: 'ended', reason: effect.reason })
        break
      case 'close-socket':
        this.#endSocketOf(effect.id)
        break
      case 'microphone':
        this.sound.switchMicrophone(effect.id, effect.isOpen)
        break
      case 'release':
        this.#connections.delete(effect.id)
        this.sound.release(effect.id)
        break
      case 'stop-recording':
        this.#options.onRecordingEnds({ isInterrupted: false })
        break
      case 'go-off-air':
        this.#options.onHostless()
    }
  }

  #welcome(id: string, arriving: Arrival | undefined): void {
    const person = this.#state.people.get(id)
    if (!person || !arriving) return
    this.#connections.set(id, arriving.connection)
    this.#broadcast.welcome(person, arriving.media)
  }

  #endSocketOf(id: string, last?: ServerMessage): void {
    const connection = this.#connections.get(id)
    if (connection) endSocket(connection, last)
  }

  /** Stores what has to outlive this process. */
  #keep(before: Room, by: string | undefined): void {
    const changes = keptChanges(before, this.#state)
    if (!changes) return
    const hasRemoved = before.removed !== this.#state.removed
    this.#serially(() => this.#save({ ...changes, by }, hasRemoved)).catch((error: unknown) =>
      this.#context.log.error({ err: error }, 'a change of the live room could not be stored'),
    )
  }

  async #save(changes: Parameters<typeof saveKept>[2], hasRemoved: boolean): Promise<void> {
    await saveKept(this.#context, this.#options.liveSessionId, changes)
    // The member's pages stop offering to join, or offer it again.
    if (hasRemoved) this.#context.changes.announce({ kind: 'topic', topic: 'live' })
  }

  #handleEngine(event: LiveEvent): void {
    switch (event.type) {
      case 'levels':
        this.#sendLevels(event.levels)
        break
      case 'connected':
        this.apply({ type: 'media', id: event.participantId, state: 'connected' })
        break
      case 'gone':
        this.apply({ type: 'media', id: event.participantId, state: 'reconnecting' })
        break
      case 'crashed':
        this.#context.log.warn('the live engine crashed and is being restarted')
        break
      case 'restarted':
        this.apply({ type: 'engine-restarted' })
        // The engine may have reopened a microphone that was closed while it was down.
        for (const { id, microphone } of this.#state.people.values()) {
          if (microphone === 'muted') this.sound.switchMicrophone(id, false)
        }
        break
      case 'failed':
        if (this.#state.recording.state !== 'idle') {
          this.#options.onRecordingEnds({ isInterrupted: true })
        }
        void this.#reopenSound()
    }
  }

  #sendLevels(levels: Record<string, number>): void {
    const present = Object.entries(levels).filter(([id]) => this.#state.people.has(id))
    this.#broadcast.sendAll({ type: 'levels', levels: Object.fromEntries(present) })
  }

  async #reopenSound(): Promise<void> {
    const people = () =>
      [...this.#state.people.values()].map((person) => ({
        person,
        canSpeak: maySpeak(this.#state, person),
      }))
    if (await this.sound.reopen(people)) this.apply({ type: 'engine-restarted' })
  }
}

function engineRoomOf({ liveSessionId }: Pick<RoomOptions, 'liveSessionId'>): string {
  return `session-${liveSessionId}`
}

/** The page that enters in a step, and how it gets its sound. */
interface Arrival {
  connection: Connection
  media: MediaGrant
}

/** Ends a page's socket after a last message. */
function endSocket(connection: Connection, last?: ServerMessage): void {
  const { socket } = connection
  if (!socket) return
  connection.socket = undefined
  if (last) socket.send(JSON.stringify(last))
  socket.close()
}

function freeQuestionName(room: Room): string {
  return questionName((below) => randomInt(below), {
    questions: room.questions.map(({ name }) => name),
    people: [...room.people.values()].map(({ anonymousUsername }) => anonymousUsername),
  })
}
