import { Link, useLocation } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useRight } from '#web/features/accounts/auth.tsx'
import { useAnnouncer } from './announcements.ts'
import { DockControls } from './dock.tsx'
import { useRoom } from './room.ts'
import { connectionOf, isInside } from './room-state.ts'
import { ROOM_PAGES } from './room-toasts.ts'

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
