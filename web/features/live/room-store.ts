import type { MediaGrant } from '#contract/live.ts'
import type { ClientMessage, ServerMessage } from '#contract/live-room.ts'
import { createListeners } from '#web/lib/listeners.ts'
import type { MediaClient } from './media-client.ts'
import { type Microphone, RoomMicrophone } from './microphone.ts'
import { type ConnectionEnd, type ConnectionNeeds, RoomConnection } from './room-connection.ts'
import { type Levels, RoomMedia } from './room-media.ts'
import {
  messagesOf,
  OUTSIDE,
  onOwnClock,
  type RoomEvent,
  type RoomMessage,
  type RoomState,
  reduceRoom,
} from './room-state.ts'

/** Messages that a host may send; co-hosts may send some of them. */
export type HostMessage = Extract<
  ClientMessage,
  {
    type:
      | 'mute'
      | 'mute-all'
      | 'invite'
      | 'remove'
      | 'lower-hand'
      | 'lower-all-hands'
      | 'cohost'
      | 'invite-only'
      | 'let-in'
      | 'check-questions'
      | 'question-answered'
      | 'question-shown'
      | 'asker-silenced'
      | 'rules'
      | 'speaking-time'
  }
>

export interface RoomNeeds extends ConnectionNeeds {
  loadMedia(grant: MediaGrant): Promise<MediaClient>
  /** Asks for permission if needed. Rejects with a sentence for the person. */
  openMicrophone(): Promise<Microphone>
  notify(message: RoomMessage): void
}

/** Shared by the parts of one person's time in the room. */
export interface RoomContext {
  state(): RoomState
  dispatch(event: RoomEvent): void
  /** Undefined outside the room. */
  connection(): RoomConnection | undefined
  /** Returns false if it could not be sent now. */
  send(message: ClientMessage): boolean
}

/** One person's time in the live room, independent of the page that shows it. */
export class RoomStore {
  readonly #needs: RoomNeeds
  readonly #listeners = createListeners()
  readonly #media: RoomMedia
  readonly #microphone: RoomMicrophone
  #state = OUTSIDE
  #connection: RoomConnection | undefined
  /** Whether the person has seen the message that they joined. */
  #hasSeenJoined = false

  constructor(needs: RoomNeeds) {
    this.#needs = needs
    const context: RoomContext = {
      state: () => this.#state,
      dispatch: (event) => this.#dispatch(event),
      connection: () => this.#connection,
      send: (message) => this.#send(message),
    }
    this.#media = new RoomMedia(context, {
      loadMedia: needs.loadMedia,
      onConnected: () => {
        if (!this.#hasSeenJoined) needs.notify({ type: 'joined' })
        this.#hasSeenJoined = true
      },
      onFailed: (connection) => {
        connection.close()
        this.#exit('lost')
        needs.notify({ type: 'connection-failed', sentence: undefined })
      },
    })
    this.#microphone = new RoomMicrophone(context, {
      ...needs,
      setTrack: (track) => this.#media.setMicrophone(track),
    })
  }

  get levels(): Levels {
    return this.#media.levels
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.subscribe(listener)

  readonly getSnapshot = (): RoomState => this.#state

  /**
   * Must be called in the click that joins, or the browser blocks the sound. `wasSpeaking`: a reload
   * closed their microphone.
   */
  join({ wasSpeaking = false } = {}): void {
    if (this.#connection) return
    this.#hasSeenJoined = false
    this.#dispatch({ type: 'joining', wasSpeaking })
    this.#connection = new RoomConnection(this.#needs, {
      onWelcome: (welcome, isResumed) => this.#handleWelcome(welcome, isResumed),
      onMessage: (message) => this.#handleMessage(message),
      onLost: () => {
        this.#media.offers.lose()
        this.#microphone.close()
        this.#dispatch({ type: 'disconnected' })
      },
      onEnd: (end) => this.#handleEnd(end),
    })
  }

  leave(): void {
    this.#send({ type: 'leave' })
    this.#connection?.close()
    this.#exit(null)
  }

  toggleMicrophone(): void {
    if (this.#state.phase === 'in') this.#microphone.toggle()
  }

  /** Call it when the person has chosen another microphone. */
  changeMicrophone(): void {
    if (this.#state.microphone === 'live') this.#microphone.replace().catch(() => undefined)
  }

  raiseHand(isUp: boolean): void {
    this.#send({ type: 'hand', isUp })
  }

  /** Returns false if it could not be sent now. */
  ask(text: string): boolean {
    return this.#send({ type: 'question', text })
  }

  /** Returns false if it could not be sent now. */
  host(message: HostMessage): boolean {
    return this.#send(message)
  }

  /** Closes the rules that are shown, on this page. */
  closeRules(): void {
    this.#dispatch({ type: 'rules-closed' })
  }

  /** Starts playback that the browser has blocked. */
  play(): void {
    this.#dispatch({ type: 'sound', isBlocked: false })
    this.#media.play()
  }

  /** Call it when the device is online again. */
  reconnectNow(): void {
    this.#connection?.reconnectNow()
  }

  /** Clears the reason why the last session ended. */
  forgetEnd(): void {
    this.#dispatch({ type: 'end-seen' })
  }

  #dispatch(event: RoomEvent): void {
    const before = this.#state
    this.#state = reduceRoom(before, event)
    this.#listeners.notify()
    for (const message of messagesOf(event, { before, after: this.#state })) {
      this.#needs.notify(message)
    }
  }

  #send(message: ClientMessage): boolean {
    return this.#connection?.send(message) ?? false
  }

  #exit(ended: RoomState['ended']): void {
    this.#connection = undefined
    this.#microphone.close()
    this.#media.close()
    this.#dispatch({ type: 'left', ended })
  }

  #handleWelcome(welcome: Extract<ServerMessage, { type: 'welcome' }>, isResumed: boolean): void {
    const { participantId: me, media: grant, now } = welcome
    const room = onOwnClock(welcome.room, { now, ownNow: Date.now() })
    this.#microphone.close()
    this.#dispatch({ type: 'welcome', me, room })
    if (isResumed && this.#media.reconnect()) return
    if (this.#connection) void this.#media.connect(grant, this.#connection)
  }

  #handleMessage(message: Exclude<ServerMessage, { type: 'welcome' | 'ended' }>): void {
    const { offers, levels } = this.#media
    switch (message.type) {
      case 'room': {
        const room = onOwnClock(message.room, { now: message.now, ownNow: Date.now() })
        this.#dispatch({ type: 'room', room })
        break
      }
      case 'recording':
      case 'invited':
        this.#dispatch(message)
        break
      case 'muted':
        this.#microphone.mute(message.by)
        break
      case 'answer':
        offers.answer(message.sdp)
        break
      case 'levels':
        levels.set(message.levels)
        break
      case 'reconnect':
        offers.lose()
        this.#media.reconnect()
        break
      case 'refused':
        // A refused offer is retried automatically.
        if (!offers.refuse()) this.#needs.notify(message)
    }
  }

  #handleEnd(end: ConnectionEnd): void {
    const wasIn = this.#state.me !== ''
    this.#exit(reasonOf(end, wasIn))
    const message = endMessage(end, wasIn)
    if (message) this.#needs.notify(message)
  }
}

/** Why the person is outside, as the page shows it. */
function reasonOf(end: ConnectionEnd, wasIn: boolean): RoomState['ended'] {
  if (end.type === 'refused') return wasIn ? 'lost' : null
  return end.reason === 'left' ? null : end.reason
}

function endMessage(end: ConnectionEnd, wasIn: boolean): RoomMessage | undefined {
  if (end.type === 'ended') return end.reason === 'removed' ? { type: 'removed' } : undefined
  if (end.isForSubscribers) return { type: 'subscription-required' }
  return { type: wasIn ? 'connection-failed' : 'join-failed', sentence: end.sentence }
}
