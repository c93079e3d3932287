import type { MediaGrant } from '#contract/live.ts'
import type { ClientMessage, ServerMessage } from '#contract/live-room.ts'
import { createListeners } from '#web/lib/listeners.ts'
import type { Levels } from './levels.ts'
import type { MediaClient } from './media-client.ts'
import type { Microphone } from './microphone.ts'
import {
  type ConnectionEnd,
  type ConnectionNeeds,
  openConnection,
  type RoomConnection,
} from './room-connection.ts'
import { createRoomMedia, type RoomMedia } from './room-media.ts'
import { createRoomMicrophone, type RoomMicrophone } from './room-microphone.ts'
import { messagesOf, type RoomEvent, type RoomMessage, reduceRoom } from './room-reducer.ts'
import { OUTSIDE, type RoomState } from './room-state.ts'

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
      | 'question-answered'
  }
>

export interface RoomNeeds extends ConnectionNeeds {
  loadMedia(grant: MediaGrant): Promise<MediaClient>
  /** Asks for permission if needed. Rejects with a message for the person. */
  openMicrophone(): Promise<Microphone>
  notify(message: RoomMessage): void
}

/** One person's time in the live room, independent of the page that shows it. */
export interface RoomStore {
  subscribe(listener: () => void): () => void
  getSnapshot(): RoomState
  readonly levels: Levels
  /** Must be called in the click that joins. */
  join(): void
  leave(): void
  toggleMicrophone(): void
  /** Call it when the person has chosen another microphone. */
  changeMicrophone(): void
  raiseHand(isUp: boolean): void
  /** Returns false if it could not be sent now. */
  ask(text: string): boolean
  host(message: HostMessage): void
  /** Starts playback that the browser has blocked. */
  play(): void
  /** Call it when the device is online again. */
  reconnectNow(): void
  /** Clears the reason why the last session ended. */
  forgetEnd(): void
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

export function createRoomStore(needs: RoomNeeds): RoomStore {
  const listeners = createListeners()
  let state = OUTSIDE
  let connection: RoomConnection | undefined
  /** Whether the person has seen the message that they joined. */
  let hasSeenJoined = false

  const dispatch = (event: RoomEvent): void => {
    const before = state
    state = reduceRoom(before, event)
    listeners.notify()
    for (const message of messagesOf(event, { before, after: state })) needs.notify(message)
  }
  const send = (message: ClientMessage): boolean => connection?.send(message) ?? false
  const context = { state: () => state, dispatch, connection: () => connection, send }
  const leave = (ended: RoomState['ended']): void => {
    connection = undefined
    microphone.close()
    media.close()
    dispatch({ type: 'left', ended })
  }
  const media = createRoomMedia(context, {
    loadMedia: needs.loadMedia,
    onConnected: () => {
      if (!hasSeenJoined) needs.notify({ type: 'joined' })
      hasSeenJoined = true
    },
    onFailed: (failed) => {
      failed.close()
      leave('lost')
      needs.notify({ type: 'connection-failed', sentence: undefined })
    },
  })
  const microphone = createRoomMicrophone(context, { ...needs, setTrack: media.setMicrophone })
  const parts = { context, media, microphone, notify: needs.notify }

  const join = (): void => {
    if (connection) return
    hasSeenJoined = false
    dispatch({ type: 'joining' })
    connection = openConnection(needs, {
      onWelcome: ({ participantId: me, media: grant, room }, isResumed) => {
        microphone.close()
        dispatch({ type: 'welcome', me, room })
        if (isResumed && media.reconnect()) return
        if (connection) void media.connect(grant, connection)
      },
      onMessage: (message) => handleMessage(message, parts),
      onLost: () => {
        media.lose()
        microphone.close()
        dispatch({ type: 'disconnected' })
      },
      onEnd: (end) => {
        const wasIn = state.me !== ''
        leave(reasonOf(end, wasIn))
        const message = endMessage(end, wasIn)
        if (message) needs.notify(message)
      },
    })
  }
  return {
    ...{ join, levels: media.levels, subscribe: listeners.subscribe, getSnapshot: () => state },
    leave: () => {
      send({ type: 'leave' })
      connection?.close()
      leave(null)
    },
    toggleMicrophone: () => {
      if (state.phase === 'in') microphone.toggle()
    },
    changeMicrophone: () => {
      if (state.microphone === 'live') microphone.replace().catch(() => undefined)
    },
    raiseHand: (isUp) => void send({ type: 'hand', isUp }),
    ask: (text) => send({ type: 'question', text }),
    host: (message) => void send(message),
    play: () => {
      dispatch({ type: 'sound', isBlocked: false })
      media.play()
    },
    reconnectNow: () => connection?.reconnectNow(),
    forgetEnd: () => dispatch({ type: 'end-seen' }),
  }
}

interface Parts {
  context: RoomContext
  media: RoomMedia
  microphone: RoomMicrophone
  notify: RoomNeeds['notify']
}

function handleMessage(
  message: Exclude<ServerMessage, { type: 'welcome' | 'ended' }>,
  { context, media, microphone, notify }: Parts,
): void {
  switch (message.type) {
    case 'room':
    case 'recording':
    case 'invited':
      context.dispatch(message)
      break
    case 'muted':
      microphone.mute(message.by)
      break
    case 'answer':
      media.answer(message.sdp)
      break
    case 'levels':
      media.levels.set(message.levels)
      break
    case 'reconnect':
      media.lose()
      media.reconnect()
      break
    case 'refused':
      // A refused offer is retried automatically.
      if (!media.refuse()) notify(message)
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
