import type { ReactElement } from 'react'
import { Dock } from './dock.tsx'
import { HostControls } from './host-controls.tsx'
import { MicrophoneTest } from './microphone-test.tsx'
import { Questions } from './questions.tsx'
import { useRoom } from './room.ts'
import { RoomBanners } from './room-banners.tsx'
import { isModerator, ownPart } from './room-state.ts'
import { Stage } from './stage.tsx'
import { useAnnouncer } from './use-announcer.ts'

/** The room for people in it. The dock comes first in keyboard order and stays in view. */
export function RoomInside(): ReactElement {
  const state = useRoom()
  const announcement = useAnnouncer()
  const me = ownPart(state)
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <Dock state={state} />
      <RoomBanners state={state} />
      {isModerator(me) ? <HostControls state={state} /> : null}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Stage state={state} />
        <div className="flex min-w-0 flex-col gap-6">
          <Questions state={state} isHost={me?.isHost ?? false} />
          <div>
            <MicrophoneTest isSmall />
          </div>
        </div>
      </div>
    </div>
  )
}
