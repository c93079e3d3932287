import type { JoinGrant, MediaGrant } from '#contract/live.ts'
import type { ClientMessage, ServerMessage } from '#contract/live-room.ts'
import { createLevels, type Levels } from './levels.ts'
import type { MediaClient } from './media-client.ts'
import type { Microphone } from './microphone.ts'
import { createOffers } from './offers.ts'
import { type Line, type LineEnd, type LineNeeds, openLine } from './room-line.ts'
import { OUTSIDE, ownPart, type RoomState } from './room-state.ts'

/** What a page is to tell the person, besides what the state shows. */
export type RoomNews =
  | { type: 'joined' }
  | { type: 'join-failed'; sentence: string | undefined }
  /** The way back into the room was not found. */
  | { type: 'connection-failed'; sentence: string | undefined }
  | { type: 'refused'; sentence: string }
  | { type: 'recording'; isRecording: boolean }
  /** To hosts: it ended while this page was away. */
  | { type: 'recording-lost' }
  /** The access has ended since the page looked at it. */
  | { type: 'subscription-required' }
  | { type: 'microphone-failed'; sentence: string }

/** What a host may say. */
export type HostMessage = Extract<
  ClientMessage,
  {
    type: 'mute' | 'allow' | 'remove' | 'lower-hand' | 'lower-all-hands' | 'question-answered'
  }
>

export interface RoomNeeds extends LineNeeds {
  loadMedia(grant: MediaGrant): Promise<MediaClient>
  /** Asks the person where needed; rejects with a sentence for them. */
  openMicrophone(): Promise<Microphone>
  tell(news: RoomNews): void
}

/** One person's visit to the live room, whatever page shows it. */
export interface RoomStore {
  subscribe(listener: () => void): () => void
  getSnapshot(): RoomState
  readonly levels: Levels
  /** Call it in the click that joins. */
  join(): void
  leave(): void
  toggleMicrophone(): void
  /** The person has chosen another one. */
  changeMicrophone(): void
  raiseHand(isUp: boolean): void
  /** False when it could not be sent now. */
  ask(text: string): boolean
  host(message: HostMessage): void
  /** Starts the sound that the browser held back. */
  play(): void
  /** The device is online again. */
  hurry(): void
  /** Takes back why the last visit has ended. */
  forgetEnd(): void
}

export function createRoomStore(needs: RoomNeeds): RoomStore {
  const levels = createLevels()
  const listeners = new Set<() => void>()
  let state = OUTSIDE
  let line: Line | undefined
  let media: MediaClient | undefined
  let microphone: Microphone | undefined
  /** Whether this visit has been told to have begun. */
  let isGreeted = false
  /** Whether this visit ever had a place. */
  let wasIn = false

  const change = (part: Partial<RoomState>): void => {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }
  /** Takes a new picture of the room. What a host lets one do is more than a line in it. */
  const see = (part: Pick<RoomState, 'room'> & Partial<RoomState>): void => {
    const wasSilenced = ownPart(state)?.maySpeak === false
    change(part)
    if (wasSilenced && ownPart(state)?.maySpeak) change({ mutedBy: null, isAllowed: true })
  }
  const send = (message: ClientMessage): boolean => line?.send(message) ?? false
  const offers = createOffers({ send, onSilence: () => line?.restart() })

  const shutMicrophone = (): void => {
    media?.setMicrophone(null)
    microphone?.close()
    microphone = undefined
  }
  const mute = (by: RoomState['mutedBy']): void => {
    shutMicrophone()
    change({ microphone: 'muted', mutedBy: by, isAllowed: false })
  }
  const closeMedia = (): void => {
    offers.lose()
    media?.close()
    media = undefined
    levels.set({})
  }
  const clear = (part: Partial<RoomState>): void => {
    line = undefined
    shutMicrophone()
    closeMedia()
    change({ ...OUTSIDE, ...part })
  }

  const connectMedia = async (grant: JoinGrant['media'], visit: Line): Promise<void> => {
    closeMedia()
    change({ media: 'connecting' })
    let client: MediaClient
    try {
      client = await needs.loadMedia(grant)
    } catch {
      if (line !== visit) return
      visit.close()
      clear({ ended: 'lost' })
      return needs.tell({ type: 'connection-failed', sentence: undefined })
    }
    // Left, or welcomed anew, while the client was loaded.
    if (line !== visit || media) return client.close()
    media = client
    const isCurrent = (): boolean => media === client
    client.connect({
      offer: offers.make,
      onState: (next) => {
        if (!isCurrent()) return
        change({ media: next })
        if (client.isOwnWitness && next !== 'connecting') send({ type: 'connection', state: next })
        if (next !== 'connected' || isGreeted) return
        isGreeted = true
        needs.tell({ type: 'joined' })
      },
      onBlocked: () => {
        if (isCurrent()) change({ isHeldBack: true })
      },
      onLevels: (next) => {
        if (isCurrent()) levels.set(next)
      },
      onEnded: () => {
        if (!isCurrent()) return
        closeMedia()
        visit.restart({ isNewPlace: true })
      },
    })
  }

  const handle = (message: Exclude<ServerMessage, { type: 'welcome' | 'ended' }>): void => {
    switch (message.type) {
      case 'room':
        see({ room: { ...state.room, ...message.room } })
        break
      case 'answer':
        offers.answer(message.sdp)
        break
      case 'reconnect':
        offers.lose()
        media?.reconnect()
        break
      case 'levels':
        levels.set(message.levels)
        break
      case 'muted':
        mute(message.by)
        break
      case 'recording':
        change({ room: { ...state.room, isRecording: message.isRecording } })
        needs.tell(message)
        break
      case 'refused':
        // An offer is made again by itself.
        if (!offers.refuse()) needs.tell(message)
    }
  }
  const end = (how: LineEnd): void => {
    if (how.type === 'ended') {
      clear({ ended: how.reason === 'left' ? null : how.reason })
      return
    }
    clear({ ended: wasIn ? 'lost' : null })
    if (how.isForSubscribers) {
      needs.tell({ type: 'subscription-required' })
      return
    }
    const type = wasIn ? 'connection-failed' : 'join-failed'
    needs.tell({ type, sentence: how.sentence })
  }

  const openMicrophone = async (): Promise<void> => {
    const visit = line
    change({ microphone: 'opening', mutedBy: null, isAllowed: false })
    let opened: Microphone
    try {
      opened = await needs.openMicrophone()
    } catch (error) {
      if (line !== visit || state.microphone !== 'opening') return
      change({ microphone: 'muted' })
      const sentence = error instanceof Error ? error.message : ''
      return needs.tell({ type: 'microphone-failed', sentence })
    }
    // Muted, or left, while the person was asked.
    const isWanted = line === visit && state.microphone === 'opening'
    if (!isWanted || !send({ type: 'microphone', isOpen: true })) {
      opened.close()
      if (isWanted) change({ microphone: 'muted' })
      return
    }
    speakThrough(opened)
    change({ microphone: 'live' })
  }
  const speakThrough = (opened: Microphone): void => {
    microphone?.close()
    microphone = opened
    media?.setMicrophone(opened.track)
    opened.onGone(() => {
      if (microphone !== opened) return
      send({ type: 'microphone', isOpen: false })
      mute(null)
      const sentence = 'The microphone has stopped. Is it still plugged in?'
      needs.tell({ type: 'microphone-failed', sentence })
    })
  }
  const replaceMicrophone = async (): Promise<void> => {
    const opened = await needs.openMicrophone()
    if (state.microphone === 'live') speakThrough(opened)
    else opened.close()
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => state,
    levels,
    join: () => {
      if (line) return
      isGreeted = false
      wasIn = false
      change({ ...OUTSIDE, phase: 'joining' })
      const visit = openLine(needs, {
        onWelcome: (welcome, grant, isResumed) => {
          wasIn = true
          const { isRecording: wasRecording } = state.room
          const { isRecording, participants } = welcome.room
          shutMicrophone()
          see({
            phase: 'in',
            me: welcome.participantId,
            room: welcome.room,
            microphone: 'muted',
          })
          // Those who come later, or were away meanwhile, hear of a recording, too.
          if (isRecording !== wasRecording) needs.tell({ type: 'recording', isRecording })
          const isHost = participants.some((one) => one.isHost && one.id === welcome.participantId)
          if (isHost && wasRecording && !isRecording) needs.tell({ type: 'recording-lost' })
          if (!isResumed || !media) void connectMedia(grant, visit)
          else media.reconnect()
        },
        onMessage: handle,
        onLost: () => {
          offers.lose()
          shutMicrophone()
          change({ phase: 'back-soon', microphone: 'muted' })
        },
        onEnd: end,
      })
      line = visit
    },
    leave: () => {
      const visit = line
      visit?.send({ type: 'leave' })
      visit?.close()
      clear({})
    },
    toggleMicrophone: () => {
      if (state.phase !== 'in') return
      if (state.microphone === 'muted') return void openMicrophone()
      send({ type: 'microphone', isOpen: false })
      mute(null)
    },
    changeMicrophone: () => {
      if (state.microphone === 'live') replaceMicrophone().catch(() => undefined)
    },
    raiseHand: (isUp) => void send({ type: 'hand', isUp }),
    ask: (text) => send({ type: 'question', text }),
    host: (message) => void send(message),
    play: () => {
      change({ isHeldBack: false })
      media?.play()
    },
    hurry: () => line?.hurry(),
    forgetEnd: () => change({ ended: null }),
  }
}
