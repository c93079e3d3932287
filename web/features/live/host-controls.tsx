import { Disc, MicOff, Square } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { room } from './room.ts'
import { ownPart, type RoomState } from './room-state.ts'
import { StopButton } from './stop-button.tsx'
import { useRecordingSwitch } from './use-broadcast.ts'

/** Room-wide controls for hosts; co-hosts get some of them. */
export function HostControls({ state }: { state: RoomState }): ReactElement {
  const isHost = ownPart(state)?.isHost ?? false
  const { isRecording, isInviteOnly, participants } = state.room
  const isAway = state.phase !== 'in'
  return (
    <section
      aria-label={isHost ? 'Host controls' : 'Co-host controls'}
      className="flex flex-wrap items-center gap-3 rounded-lg bg-sand p-3"
    >
      {isHost ? <RecordingToggle isRecording={isRecording} /> : null}
      <Button variant="outline" disabled={isAway} onClick={() => room.host({ type: 'mute-all' })}>
        <MicOff aria-hidden size={20} />
        Mute all
      </Button>
      {isHost ? (
        <>
          <Switch
            label="Only invited people can speak"
            checked={isInviteOnly}
            disabled={isAway}
            onChange={({ currentTarget }) =>
              room.host({ type: 'invite-only', isOn: currentTarget.checked })
            }
          />
          <div className="sm:ml-auto">
            <StopButton asksFirst={participants.length > 1} />
          </div>
        </>
      ) : null}
    </section>
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
