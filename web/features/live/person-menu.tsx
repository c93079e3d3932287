import { type ReactElement, useState } from 'react'
import { isolated } from '#contract/direction.ts'
import { LIVE_LIMITS } from '#contract/live.ts'
import type { Participant } from '#contract/live-room.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DropdownMenuItem, MoreMenu } from '#web/ui/dropdown-menu.tsx'
import { room } from './room.ts'
import { isModerator, isOnStage, ownPart, type RoomState, speakingTimeOf } from './room-state.ts'

interface PersonMenuProps {
  person: Participant
  state: RoomState
}

/** The actions of a host or co-host on a person. Renders nothing if there are none. */
export function PersonMenu({ person, state }: PersonMenuProps): ReactElement | null {
  const [isAsking, setIsAsking] = useState(false)
  const { id: participantId, anonymousUsername: name } = person
  const can = actionsOn(person, state)
  if (!Object.values(can).includes(true)) return null
  const time = (minutes: (typeof LIVE_LIMITS.speakingMinutes)[number] | null): void => {
    room.host({ type: 'speaking-time', participantId, minutes })
  }
  const handleRemove = (): void => {
    room.host({ type: 'remove', participantId })
    setIsAsking(false)
  }
  return (
    <>
      <MoreMenu label={`Actions for ${name}`} className="-mr-2">
        {can.mute ? (
          <DropdownMenuItem onSelect={() => room.host({ type: 'mute', participantId })}>
            Mute
          </DropdownMenuItem>
        ) : null}
        {can.invite ? (
          <DropdownMenuItem onSelect={() => room.host({ type: 'invite', participantId })}>
            Invite to speak
          </DropdownMenuItem>
        ) : null}
        {can.lowerHand ? (
          <DropdownMenuItem onSelect={() => room.host({ type: 'lower-hand', participantId })}>
            Lower hand
          </DropdownMenuItem>
        ) : null}
        {can.giveTime
          ? LIVE_LIMITS.speakingMinutes.map((minutes) => (
              <DropdownMenuItem key={minutes} onSelect={() => time(minutes)}>
                Give {minutes} minutes to speak
              </DropdownMenuItem>
            ))
          : null}
        {can.stopTime ? (
          <DropdownMenuItem onSelect={() => time(null)}>Stop speaking time</DropdownMenuItem>
        ) : null}
        {can.changeCohost ? (
          <DropdownMenuItem
            onSelect={() =>
              room.host({ type: 'cohost', participantId, isCohost: !person.isCohost })
            }
          >
            {person.isCohost ? 'End co-host role' : 'Make co-host'}
          </DropdownMenuItem>
        ) : null}
        {can.remove ? (
          <DropdownMenuItem isDestructive onSelect={() => setIsAsking(true)}>
            Remove from room
          </DropdownMenuItem>
        ) : null}
      </MoreMenu>
      <ConfirmDialog
        title={`Remove ${isolated(name)}?`}
        description="They leave right away. They can’t come back to this session unless a host lets them in again."
        confirmLabel="Remove from room"
        isDestructive
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={handleRemove}
      />
    </>
  )
}

type Action = 'mute' | 'invite' | 'lowerHand' | 'giveTime' | 'stopTime' | 'changeCohost' | 'remove'

/** Mirrors the server's rules. */
function actionsOn(person: Participant, state: RoomState): Record<Action, boolean> {
  const me = ownPart(state)
  const canAct = isModerator(me) && person.id !== me?.id
  const isMember = !isModerator(person)
  const isBelow = canAct && (me?.isHost || isMember)
  const isHandUp = state.room.hands.includes(person.id)
  return {
    mute: isBelow && (person.microphone === 'live' || (isMember && person.maySpeak)),
    invite: canAct && (isHandUp || !person.maySpeak),
    lowerHand: canAct && isHandUp,
    giveTime: isBelow && isOnStage(state.room, person),
    stopTime: isBelow && speakingTimeOf(state.room, person.id) !== undefined,
    changeCohost: canAct && me?.isHost === true && !person.isHost,
    remove: isBelow && !person.isHost,
  }
}
