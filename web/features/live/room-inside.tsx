import type { ReactElement } from 'react'
import { HandsList } from './hands-list.tsx'
import { PeopleList } from './people-list.tsx'
import { Questions } from './questions.tsx'
import { useRoom } from './room.ts'
import { RoomBanners } from './room-banners.tsx'
import { RoomControls } from './room-controls.tsx'
import { ownPart } from './room-state.ts'
import { useAnnouncer } from './use-announcer.ts'

/** The room for who is in it. */
export function RoomInside(): ReactElement {
  const state = useRoom()
  const announcement = useAnnouncer()
  const isHost = ownPart(state)?.isHost ?? false
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <RoomBanners state={state} />
      <RoomControls state={state} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <PeopleList state={state} isHost={isHost} />
          <HandsList state={state} isHost={isHost} />
        </div>
        <Questions state={state} isHost={isHost} />
      </div>
    </div>
  )
}
