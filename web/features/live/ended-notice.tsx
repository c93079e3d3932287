import type { ReactElement } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { REMOVED } from './room-pages.ts'
import type { RoomState } from './room-state.ts'

type Ended = NonNullable<RoomState['ended']>

const WORDS: Record<Ended, { title: string; text: string }> = {
  'off-air': {
    title: 'The session has ended',
    text: 'The host closed the room. Thank you for being here.',
  },
  'no-host': {
    title: 'The session has ended',
    text: 'The host lost the connection and couldn’t come back in time, so the room closed.',
  },
  removed: REMOVED,
  elsewhere: {
    title: 'You are in the room on another page',
    text: 'You joined in another tab or on another device, so you left here.',
  },
  access: {
    title: 'Your access has ended',
    text: 'Your membership or your sign-in ended while you were in the room.',
  },
  lost: {
    title: 'The connection was lost',
    text: 'We couldn’t reconnect you. Join again when your connection is better.',
  },
}

interface EndedNoticeProps {
  reason: Ended
  /** Undefined for a notice that can't be closed. */
  onClose?: () => void
}

/** Explains why the last visit ended. */
export function EndedNotice({ reason, onClose }: EndedNoticeProps): ReactElement {
  const { title, text } = WORDS[reason]
  return (
    <Notice title={title}>
      <p>{text}</p>
      {onClose ? (
        <Button variant="outline" size="sm" className="mt-3" onClick={onClose}>
          Close
        </Button>
      ) : null}
    </Notice>
  )
}
