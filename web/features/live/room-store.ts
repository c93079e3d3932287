import type { MediaGrant } from '#contract/live.ts'
import type { ClientMessage, ServerMessage } from '#contract/live-room.ts'
import { createListeners } from '#web/lib/listeners.ts'
import type { Levels } from './levels.ts'
import type { MediaClient } from './media-client.ts'
import type { Microphone } from './microphone.ts'
import { type Line, type LineEnd, type LineNeeds, openLine } from './room-line.ts'
import { createRoomMedia } from './room-media.ts'
import { createRoomMicrophone } from './room-microphone.ts'
import { OUTSIDE, ownPart, type RoomState } from './room-state.ts'

/** Messages that a page shows or plays to the person, in addition to the state. */
export type RoomMessage =
  | { type: 'joined' }
  | { type: 'join-failed'; sentence: string | undefined }
  /** Reconnecting to the room failed. */
  | { type: 'connection-failed'; sentence: string | undefined }
  | { type: 'refused'; sentence: string }
  | { type: 'recording'; isRecording: boolean }
  | { type: 'invited' }
  | { type: 'removed' }
  | { type: 'cohost'; isCohost: boolean }
  /** For hosts: the recording ended while this page was disconnected. */
  | { type: 'recording-lost' }
  /** Access has ended since the page checked it. */
  | { type: 'subscription-required' }
  | { type: 'microphone-failed'; sentence: string }

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

export interface RoomNeeds extends LineNeeds {
  loadMedia(grant: MediaGrant): Promise<MediaClient>
  /** Asks for permission if needed. Rejects with a message for the person. */
  openMicrophone(): Promise<Microphone>
  notify(message: RoomMessage): void
}

/** One person's visit to the live room, independent of the page that shows it. */
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
  hurry(): void
  /** Clears the reason why the last visit ended. */
  forgetEnd(): void
}

type Welcome = Extract<ServerMessage, { type: 'welcome' }>

/** Shared by the parts of a visit. */
export interface Visit {
  state(): RoomState
  change(part: Partial<RoomState>): void
  /** Undefined outside the room. */
  line(): Line | undefined
  /** Returns false if it could not be sent now. */
  send(message: ClientMessage): boolean
}

export function createRoomStore(needs: RoomNeeds): RoomStore {
  const listeners = createListeners()
  let state = OUTSIDE
  let line: Line | undefined
  /** Whether the person has seen the message that they joined. */
  let isGreeted = false
  /** Whether this visit ever had a place. */
  let wasIn = false

  const change = (part: Partial<RoomState>): void => {
    state = { ...state, ...part }
    listeners.notify()
  }
  const send = (message: ClientMessage): boolean => line?.send(message) ?? false
  const visit: Visit = { state: () => state, change, line: () => line, send }
  const media = createRoomMedia(visit, {
    loadMedia: needs.loadMedia,
    onConnected: () => {
      if (isGreeted) return
      isGreeted = true
      needs.notify({ type: 'joined' })
    },
    onFailed: (failed) => {
      failed.close()
      clear({ ended: 'lost' })
      needs.notify({ type: 'connection-failed', sentence: undefined })
    },
  })
  const microphone = createRoomMicrophone(visit, { ...needs, setTrack: media.setMicrophone })

  const clear = (part: Partial<RoomState>): void => {
    line = undefined
    microphone.close()
    media.close()
    change({ ...OUTSIDE, ...part })
  }
  /** Applies a new snapshot of the room, and clears a mute or invitation that it has ended. */
  const see = (part: Pick<RoomState, 'room'> & Partial<RoomState>): void => {
    const before = ownPart(state)
    change(part)
    const now = ownPart(state)
    if (!before || !now) return
    if (!before.maySpeak && now.maySpeak) change({ mutedBy: null })
    if (before.maySpeak && !now.maySpeak) change({ isInvited: false })
    if (before.isCohost !== now.isCohost && !now.isHost) {
      needs.notify({ type: 'cohost', isCohost: now.isCohost })
    }
  }
  const handleWelcome = (
    { participantId: me, media: grant, room }: Welcome,
    isResumed: boolean,
  ): void => {
    const { isRecording: wasRecording } = state.room
    const { isRecording, participants } = room
    wasIn = true
    microphone.close()
    see({ phase: 'in', me, room, microphone: 'muted' })
    // People who join later, or were disconnected meanwhile, are told of a recording, too.
    if (isRecording !== wasRecording) needs.notify({ type: 'recording', isRecording })
    const isHost = participants.some((one) => one.isHost && one.id === me)
    if (isHost && wasRecording && !isRecording) needs.notify({ type: 'recording-lost' })
    if (isResumed && media.reconnect()) return
    if (line) void media.connect(grant, line)
  }
  const handle = (message: Exclude<ServerMessage, { type: 'welcome' | 'ended' }>): void => {
    switch (message.type) {
      case 'room':
        see({ room: { ...state.room, ...message.room } })
        break
      case 'answer':
        media.answer(message.sdp)
        break
      case 'reconnect':
        media.lose()
        media.reconnect()
        break
      case 'levels':
        media.levels.set(message.levels)
        break
      case 'muted':
        microphone.mute(message.by)
        break
      case 'invited':
        if (state.microphone === 'live') break
        change({ mutedBy: null, isInvited: true })
        needs.notify(message)
        break
      case 'recording':
        change({ room: { ...state.room, isRecording: message.isRecording } })
        needs.notify(message)
        break
      case 'refused':
        // A refused offer is retried automatically.
        if (!media.refuse()) needs.notify(message)
    }
  }
  const handleEnd = (how: LineEnd): void => {
    if (how.type === 'ended') {
      clear({ ended: how.reason === 'left' ? null : how.reason })
      if (how.reason === 'removed') needs.notify({ type: 'removed' })
      return
    }
    clear({ ended: wasIn ? 'lost' : null })
    if (how.isForSubscribers) needs.notify({ type: 'subscription-required' })
    else needs.notify({ type: wasIn ? 'connection-failed' : 'join-failed', sentence: how.sentence })
  }
  const join = (): void => {
    if (line) return
    isGreeted = false
    wasIn = false
    change({ ...OUTSIDE, phase: 'joining' })
    line = openLine(needs, {
      onWelcome: handleWelcome,
      onMessage: handle,
      onLost: () => {
        media.lose()
        microphone.close()
        change({ phase: 'back-soon', microphone: 'muted' })
      },
      onEnd: handleEnd,
    })
  }
  const toggleMicrophone = (): void => {
    if (state.phase !== 'in') return
    if (state.microphone === 'muted') return void microphone.open()
    send({ type: 'microphone', isOpen: false })
    microphone.mute(null)
  }

  return {
    ...{ join, toggleMicrophone, levels: media.levels },
    subscribe: listeners.subscribe,
    getSnapshot: () => state,
    leave: () => {
      send({ type: 'leave' })
      line?.close()
      clear({})
    },
    changeMicrophone: () => {
      if (state.microphone === 'live') microphone.replace().catch(() => undefined)
    },
    raiseHand: (isUp) => void send({ type: 'hand', isUp }),
    ask: (text) => send({ type: 'question', text }),
    host: (message) => void send(message),
    play: () => {
      change({ isSoundBlocked: false })
      media.play()
    },
    hurry: () => line?.hurry(),
    forgetEnd: () => change({ ended: null }),
  }
}
