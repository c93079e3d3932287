import { Link, useLocation } from '@tanstack/react-router'
import { Hand, LogOut, Mic, MicOff } from 'lucide-react'
import { type ReactElement, useId } from 'react'
import { useRight } from '#web/features/accounts/auth.tsx'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { useAnnouncer } from './announcements.ts'
import { OTHER_MICROPHONE } from './microphone.ts'
import { room, useRoom } from './room.ts'
import { connectionOf, isHandUp, isInside, ownPart, type RoomState } from './room-state.ts'
import { ROOM_PAGES } from './room-toasts.ts'
import { SpeakingTime } from './speaking-time.tsx'

/** On a phone the icon is above the word, so that three fit in a row. */
const BUTTON =
  'max-sm:min-h-13 max-sm:flex-col max-sm:gap-0.5 max-sm:px-1 max-sm:py-1 max-sm:text-sm'

/** Stays in view in the room while the page scrolls. */
export function Dock({ state }: { state: RoomState }): ReactElement {
  return (
    <section
      aria-label="Your controls"
      data-dock
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface shadow-lift"
    >
      <div className="mx-auto w-full max-w-page px-4 py-2 sm:px-6">
        <DockControls state={state} />
      </div>
    </section>
  )
}

/** Keeps the room's controls in view while the person is on other pages. */
export function RoomBar(): ReactElement | null {
  const { pathname } = useLocation()
  const state = useRoom()
  if (!isInside(state) || ROOM_PAGES.includes(pathname)) return null
  return <Bar />
}

function Bar(): ReactElement {
  const state = useRoom()
  const announcement = useAnnouncer()
  const isHost = useRight('host')
  const connection = connectionOf(state)
  const text = connection === 'connected' ? 'You are in the room' : 'You are being reconnected'
  return (
    <section
      aria-label="The room you are in"
      data-dock
      className="sticky bottom-0 z-20 border-t border-line bg-surface shadow-lift"
    >
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 sm:px-6">
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-3">
          <Link
            to={isHost ? '/sfx-members' : '/live'}
            className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
          >
            Live Coaching
          </Link>
          <p className="text-sm text-ink-quiet">
            {text}
            {state.room.isRecording ? ', and it is being recorded' : ''}.
          </p>
        </div>
        <div className="w-full sm:w-auto">
          <DockControls state={state} isCompact />
        </div>
      </div>
    </section>
  )
}

interface DockControlsProps {
  state: RoomState
  /** On a phone, shows the status to screen readers only, because the buttons already show it. */
  isCompact?: boolean
}

/** The controls of a person in the room: microphone, raised hand and leaving. */
export function DockControls({ state, isCompact = false }: DockControlsProps): ReactElement {
  const sentence = microphoneSentence(state)
  return (
    <div className="flex flex-col gap-x-4 gap-y-1.5 sm:flex-row-reverse sm:items-center sm:justify-end">
      <p
        role="status"
        className={cn(
          'min-h-6 min-w-0 text-sm',
          state.isInvited || isCutOff(state)
            ? 'rounded-lg bg-gold-soft px-3 py-1.5 font-semibold text-gold-ink'
            : state.microphoneProblem
              ? 'font-medium text-destructive-strong'
              : 'text-ink-quiet',
          isCompact && sentence === QUIET && 'max-sm:sr-only',
        )}
      >
        {sentence}
      </p>
      <SpeakingTime
        state={state}
        participantId={state.me}
        className="shrink-0 self-start sm:self-auto"
      />
      <div className="grid shrink-0 auto-cols-fr grid-flow-col gap-2 sm:flex">
        <MicrophoneToggle state={state} />
        <HandToggle state={state} />
        <Button variant="outline" className={BUTTON} onClick={() => room.leave()}>
          <LogOut aria-hidden size={20} />
          Leave Room
        </Button>
      </div>
    </div>
  )
}

/** Labeled Listening when muted and Speaking when open (administrator document, section 4). */
function MicrophoneToggle({ state }: { state: RoomState }): ReactElement {
  const hint = useId()
  const { microphone, phase, isInvited } = state
  const isOpen = microphone === 'live'
  const maySpeak = ownPart(state)?.maySpeak ?? true
  return (
    <>
      <Button
        variant={isOpen || isInvited ? 'default' : 'secondary'}
        className={BUTTON}
        busy={microphone === 'opening'}
        disabled={phase !== 'in'}
        // Keeps the focus of a person who is muted.
        aria-disabled={!(isOpen || maySpeak) || undefined}
        aria-describedby={hint}
        onClick={isOpen || maySpeak ? () => room.toggleMicrophone() : undefined}
      >
        {isOpen ? <Mic aria-hidden size={20} /> : null}
        {microphone === 'muted' ? <MicOff aria-hidden size={20} /> : null}
        {isOpen ? 'Speaking' : 'Listening'}
      </Button>
      <span className="sr-only" id={hint}>
        {isOpen ? 'Everyone can hear you. Press to mute.' : 'You are muted.'}
        {isOpen || !maySpeak ? null : ' Press to speak.'}
      </span>
    </>
  )
}

/** Hosts give the word, so they don't ask for it. */
function HandToggle({ state }: { state: RoomState }): ReactElement | null {
  if (ownPart(state)?.isHost) return null
  const isUp = isHandUp(state)
  return (
    <Button
      variant={isUp ? 'default' : 'outline'}
      className={BUTTON}
      aria-pressed={isUp}
      disabled={state.phase !== 'in'}
      onClick={() => room.raiseHand(!isUp)}
    >
      <Hand aria-hidden size={20} />
      Raise hand
    </Button>
  )
}

/** They were speaking until the connection broke, and don't know that nobody hears them now. */
function isCutOff({ microphone, mutedBy }: RoomState): boolean {
  return microphone === 'muted' && mutedBy === 'connection'
}

const QUIET = 'Nobody can hear you right now.'

/** Says whether the person can be heard, and how to change that. */
function microphoneSentence(state: RoomState): string {
  if (state.microphone === 'live') {
    const heard = 'Everyone in the room can hear you.'
    return state.isOtherMicrophone ? `${heard} ${OTHER_MICROPHONE}` : heard
  }
  if (state.microphoneProblem) return state.microphoneProblem
  if (state.isInvited) return 'A host invited you to speak. Press Listening to unmute.'
  if (isCutOff(state)) {
    return 'You’re muted: you were cut off while you were speaking. Press Listening to speak again.'
  }
  if (isHandUp(state)) {
    const ahead = state.room.hands.indexOf(state.me)
    return ahead === 0
      ? 'Your hand is up. You’re next.'
      : `Your hand is up. You’re number ${ahead + 1}.`
  }
  if (ownPart(state)?.maySpeak === false) {
    return state.room.isInviteOnly
      ? 'Only invited people can speak. Raise your hand when you’d like to.'
      : 'A host muted you. Raise your hand when you’d like to speak.'
  }
  if (state.mutedBy === 'host') return 'A host muted you. Press Listening to speak again.'
  if (state.mutedBy === 'room') {
    return 'Your microphone was closed. Press Listening to try again.'
  }
  return QUIET
}
