import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useEffect, useLayoutEffect, useRef } from 'react'
import type { LiveState } from '#contract/live.ts'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { OnAir } from './on-air.tsx'
import { liveStateQuery, useLiveState } from './queries.ts'
import { room, useRoom } from './room.ts'
import { RoomClock } from './room-clock.tsx'
import { RoomEntrance } from './room-entrance.tsx'
import { RoomInside } from './room-inside.tsx'
import { isInside } from './room-state.ts'

/** The audio room with its controls (administrator document, section 2). */
export function RoomCard(): ReactElement {
  const { data, error, isFetching, refetch } = useLiveState()
  const client = useQueryClient()
  const { ended, room: seen, ...visit } = useRoom()
  const isIn = isInside(visit)
  // The page knows of a removal before the next response, so it updates the cached state until
  // then.
  useLayoutEffect(() => {
    if (ended !== 'removed' || !data) return
    client.setQueryData(liveStateQuery.queryKey, { ...data, isRemoved: true })
    room.forgetEnd()
  }, [client, ended, data])
  const box = useFocusKept(isIn)
  return (
    <Card aria-labelledby="live-room-title" className="min-w-0">
      <header className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <CardTitle id="live-room-title">Live Coaching Room</CardTitle>
        {data ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {isIn && data.onAirSince !== null ? (
              <RoomClock onAirSince={data.onAirSince} recordingSince={seen.recordingSince} />
            ) : null}
            <OnAir isOnAir={data.onAir} isAnnounced />
          </div>
        ) : error ? null : (
          <Skeleton className="h-8 w-28" />
        )}
      </header>
      <div ref={box} tabIndex={-1} className="outline-none">
        {isIn ? (
          <RoomInside />
        ) : data ? (
          <>
            <AirLine state={data} />
            <RoomEntrance state={data} />
          </>
        ) : (
          <QuerySkeletons
            query={{ error, isFetching, refetch }}
            label="Loading the room"
            rows={['h-6 w-3/4', 'h-11 w-48']}
            className="flex flex-col gap-4"
          />
        )}
      </div>
    </Card>
  )
}

/** If the focused control disappears on joining or leaving, the card's content takes the focus. */
function useFocusKept(isIn: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(isIn)
  useEffect(() => {
    if (before.current === isIn) return
    before.current = isIn
    const { activeElement } = document
    if (!activeElement || activeElement === document.body) {
      box.current?.focus({ preventScroll: true })
    }
  }, [isIn])
  return box
}

function AirLine({ state }: { state: LiveState }): ReactElement | null {
  const { onAir, onAirSince, participantCount } = state
  if (!onAir || onAirSince === null) return null
  const people = participantCount === 1 ? '1 person is' : `${participantCount} people are`
  return (
    <p className="mb-4 text-ink-quiet">
      {participantCount === 0 ? 'Nobody is in the room yet.' : `${people} in the room.`}
      {' It opened '}
      <RelativeTime date={onAirSince} />
      {state.recording ? ' and is being recorded.' : '.'}
    </p>
  )
}
