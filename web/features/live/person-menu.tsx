import { EllipsisVertical } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { Participant } from '#contract/live-room.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'
import { room } from './room.ts'

interface PersonMenuProps {
  person: Participant
  isHandUp: boolean
}

/** What a host can do about somebody. */
export function PersonMenu({ person, isHandUp }: PersonMenuProps): ReactElement {
  const [isAsking, setIsAsking] = useState(false)
  const { id: participantId, anonymousUsername: name } = person
  const isMutable = person.microphone === 'live' || (person.maySpeak && !person.isHost)
  const handleRemove = (): void => {
    room.host({ type: 'remove', participantId })
    setIsAsking(false)
  }
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger>
          <Button variant="ghost" size="icon" aria-label={`Actions for ${name}`} className="-mr-2">
            <EllipsisVertical aria-hidden size={20} />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {isMutable ? (
            <DropdownMenuItem onSelect={() => room.host({ type: 'mute', participantId })}>
              Mute
            </DropdownMenuItem>
          ) : null}
          {person.maySpeak ? null : (
            <DropdownMenuItem onSelect={() => room.host({ type: 'allow', participantId })}>
              Allow to speak
            </DropdownMenuItem>
          )}
          {isHandUp ? (
            <DropdownMenuItem onSelect={() => room.host({ type: 'lower-hand', participantId })}>
              Lower hand
            </DropdownMenuItem>
          ) : null}
          {person.isHost ? null : (
            <DropdownMenuItem isDestructive onSelect={() => setIsAsking(true)}>
              Remove from room
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      <ConfirmDialog
        title={`Remove ${name}?`}
        description="They leave right away and can’t come back to this session."
        confirmLabel="Remove from room"
        isDestructive
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={handleRemove}
      />
    </>
  )
}
