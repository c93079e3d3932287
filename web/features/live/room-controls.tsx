import { Disc, Hand, LogOut, Mic, MicOff, Square } from 'lucide-react'
import { type ReactElement, useId } from 'react'
import { useRight } from '#web/features/accounts/auth.tsx'
import { Button } from '#web/ui/button.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { MicrophoneTest } from './microphone-test.tsx'
import { room } from './room.ts'
import { isHandUp, ownPart, type RoomState } from './room-state.ts'
import { StopButton } from './stop-button.tsx'
import { useRecordingSwitch } from './use-broadcast.ts'

/** What somebody in the room does for themselves, and a host for all. */
export function RoomControls({ state }: { state: RoomState }): ReactElement {
  const isHost = useRight('host')
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <MicrophoneToggle state={state} />
        <HandToggle state={state} />
        {isHost ? <RecordingToggle isRecording={state.room.isRecording} /> : null}
        <Button variant="outline" onClick={room.leave}>
          <LogOut aria-hidden size={20} />
          Leave Room
        </Button>
        {isHost ? <StopButton asksFirst={state.room.participants.length > 1} /> : null}
      </div>
      <div className="flex flex-wrap items-center gap-x-4">
        <MicrophoneLine state={state} />
        <MicrophoneTest isSmall />
      </div>
    </div>
  )
}

/** Muted is Listening, open is Speaking (administrator document, section 4). */
export function MicrophoneToggle({ state }: { state: RoomState }): ReactElement {
  const hint = useId()
  const { microphone, phase } = state
  const isOpen = microphone === 'live'
  return (
    <>
      <Button
        variant={isOpen ? 'default' : 'secondary'}
        busy={microphone === 'opening'}
        disabled={phase !== 'in'}
        aria-describedby={hint}
        onClick={room.toggleMicrophone}
      >
        {isOpen ? <Mic aria-hidden size={20} /> : null}
        {microphone === 'muted' ? <MicOff aria-hidden size={20} /> : null}
        {isOpen ? 'Speaking' : 'Listening'}
      </Button>
      <VisuallyHidden id={hint}>
        {isOpen ? 'Everyone hears you. Press to mute.' : 'You are muted. Press to speak.'}
      </VisuallyHidden>
    </>
  )
}

function HandToggle({ state }: { state: RoomState }): ReactElement {
  const isUp = isHandUp(state)
  return (
    <Button
      variant={isUp ? 'default' : 'outline'}
      aria-pressed={isUp}
      disabled={state.phase !== 'in'}
      onClick={() => room.raiseHand(!isUp)}
    >
      <Hand aria-hidden size={20} />
      Raise hand
    </Button>
  )
}

function RecordingToggle({ isRecording }: { isRecording: boolean }): ReactElement {
  const { isBusy, start, stop } = useRecordingSwitch()
  return (
    <Button variant="outline" busy={isBusy} onClick={isRecording ? stop : start}>
      {isBusy ? null : isRecording ? (
        <Square aria-hidden size={20} />
      ) : (
        <Disc aria-hidden size={20} className="text-destructive" />
      )}
      {isRecording ? 'Stop Recording' : 'Start Recording'}
    </Button>
  )
}

/** How one's microphone stands, where the toggle does not say all of it. */
function MicrophoneLine({ state }: { state: RoomState }): ReactElement {
  return (
    <p role="status" className="min-h-6 text-sm text-ink-quiet">
      {microphoneSentence(state)}
    </p>
  )
}

function microphoneSentence(state: RoomState): string {
  const me = ownPart(state)
  if (me && !me.maySpeak) {
    return 'A host muted you. Raise your hand when you’d like to speak.'
  }
  if (state.isAllowed) return 'A host invited you to speak. Press Listening to unmute.'
  if (state.mutedBy === 'host') return 'A host muted you.'
  if (state.mutedBy === 'room') {
    return 'Your microphone was closed. Press Listening to try again.'
  }
  return state.microphone === 'live' ? 'Everyone in the room hears you.' : 'Nobody hears you now.'
}
