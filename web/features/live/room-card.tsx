import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Disc } from 'lucide-react'
import {
  type ReactElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { LiveState } from '#contract/live.ts'
import { useRight } from '#web/features/accounts/auth.tsx'
import { MicrophoneTest } from '#web/features/live/microphone-test.tsx'
import { CalendarLink, NextSession } from '#web/features/live/next-session.tsx'
import { OnAir } from '#web/features/live/on-air.tsx'
import { checkAccess, liveStateQuery, useLiveState } from '#web/features/live/queries.ts'
import { room, useRoom } from '#web/features/live/room.ts'
import { HostGone, RoomInside } from '#web/features/live/room-inside.tsx'
import { isInside, type RoomState } from '#web/features/live/room-state.ts'
import { REMOVED } from '#web/features/live/room-toasts.ts'
import { allowSound } from '#web/features/live/sound.ts'
import { StartButton } from '#web/features/live/start-button.tsx'
import { StopButton } from '#web/features/live/stop-button.tsx'
import { productsQuery } from '#web/features/shop/queries.ts'
import { priceText } from '#web/features/shop/shop-labels.ts'
import { UpgradeDialog } from '#web/features/shop/upgrade-dialog.tsx'
import { clockText } from '#web/features/stories/player/clock-text.ts'
import { useMoney } from '#web/lib/money.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { useNow } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast-store.ts'

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
    text: 'Your membership or your sign-in has ended.',
  },
  lost: {
    title: 'The connection was lost',
    text: 'We couldn’t reconnect you. Join again when your connection is better.',
  },
}

/** The audio room with its controls (administrator document, section 2). */
export function RoomCard(): ReactElement {
  const { data, error, isFetching, refetch } = useLiveState()
  const client = useQueryClient()
  const { ended, room: seen, ...own } = useRoom()
  const isIn = isInside(own)
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
      <header className="mb-2 flex flex-wrap items-center justify-between gap-x-2 gap-y-2">
        <CardTitle id="live-room-title">Live Coaching Room</CardTitle>
        {data ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {isIn && data.onAirSince !== null ? (
              <RoomClock onAirSince={data.onAirSince} recordingSince={seen.recordingSince} />
            ) : null}
            <OnAir isOnAir={data.onAir} />
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
            {data.onAir ? <AirLine state={data} /> : null}
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

interface RoomClockProps {
  onAirSince: string
  recordingSince: string | null
}

/** How long the session and its recording have been running. */
function RoomClock({ onAirSince, recordingSince }: RoomClockProps): ReactElement {
  const session = useNow((now) => elapsed(onAirSince, now), 1_000)
  const recording = useNow((now) => elapsed(recordingSince ?? onAirSince, now), 1_000)
  return (
    <p className="flex flex-wrap gap-x-4 text-sm text-ink-quiet tabular-nums">
      <span role="timer">Session {session}</span>
      {recordingSince === null ? null : (
        <span role="timer" className="inline-flex items-center gap-1 text-destructive-strong">
          <Disc aria-hidden size={16} />
          Recording {recording}
        </span>
      )}
    </p>
  )
}

/** Never negative, even if the device's clock is slow. */
function elapsed(since: string, now: Date): string {
  return clockText(Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 1000)))
}

/** The options of a person outside the room. */
function RoomEntrance({ state }: { state: LiveState }): ReactElement {
  const isHost = useRight('host')
  const { ended, phase } = useRoom()
  return (
    <div className="flex flex-col gap-4">
      {state.isRemoved ? (
        <EndedNotice reason="removed" />
      ) : ended ? (
        <EndedNotice reason={ended} onClose={() => room.forgetEnd()} />
      ) : null}
      {phase === 'joining' ? (
        <p role="status" className="text-ink-quiet">
          Joining…
        </p>
      ) : null}
      {isHost ? <HostJoin state={state} /> : <MemberJoin state={state} />}
    </div>
  )
}

function HostJoin({ state }: { state: LiveState }): ReactElement {
  const isJoining = useRoom().phase === 'joining'
  return (
    <>
      <Entrance
        isOnAir={state.onAir}
        mayTest
        words={
          state.onAir
            ? null
            : 'Members can join once you start broadcasting. You’ll join with your microphone muted.'
        }
      >
        {state.onAir ? (
          <>
            <Button busy={isJoining} onClick={join}>
              Join Room
            </Button>
            {/* Always asks, because outside the room the number of people is a few seconds old. */}
            <StopButton asksFirst />
          </>
        ) : (
          <StartButton />
        )}
      </Entrance>
      {state.hostGoneUntil === null ? null : <HostGone until={state.hostGoneUntil} />}
    </>
  )
}

function MemberJoin({ state }: { state: LiveState }): ReactElement | null {
  const { handleJoin, isChecking, isUpgradeShown, showUpgrade } = useMemberJoin()
  const isJoining = useRoom().phase === 'joining'
  if (state.isRemoved) return null
  return (
    <>
      <Entrance
        isOnAir={state.onAir}
        mayTest={state.hasAccess}
        words={
          state.hasAccess ? (
            state.onAir ? (
              'You’ll join muted. Unmute when you want to speak.'
            ) : (
              'The Join button appears here when the host opens the room.'
            )
          ) : (
            <MembershipWords isOnAir={state.onAir} />
          )
        }
      >
        {state.onAir ? (
          <Button busy={isChecking || isJoining} onClick={handleJoin}>
            Join Live Coaching
          </Button>
        ) : state.hasAccess ? null : (
          <Button onClick={() => showUpgrade(true)}>Upgrade</Button>
        )}
      </Entrance>
      <UpgradeDialog isOpen={isUpgradeShown} onOpenChange={showUpgrade} />
    </>
  )
}

interface EntranceProps {
  isOnAir: boolean
  /** Whether the person may test a microphone. */
  mayTest: boolean
  words: ReactNode
  /** The buttons that come first. */
  children: ReactNode
}

/** The next session while the room is closed, what to know, and the buttons beside it. */
function Entrance({ isOnAir, mayTest, words, children }: EntranceProps): ReactElement {
  return (
    <div className="flex flex-col gap-x-6 gap-y-3 lg:flex-row lg:items-start lg:justify-between">
      <div className="flex flex-col gap-1">
        {isOnAir ? null : (
          <NextSession isDetailed className="text-lg leading-snug font-medium text-pretty" />
        )}
        {words ? <p className="max-w-prose">{words}</p> : null}
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-3">
        {children}
        {isOnAir ? null : <CalendarLink />}
        {mayTest ? <MicrophoneTest /> : null}
      </div>
    </div>
  )
}

/** The price of the room, for a member without access. */
function MembershipWords({ isOnAir }: { isOnAir: boolean }): ReactElement {
  const membershipId = useSiteSettings()?.membershipProductId
  const { data } = useQuery(productsQuery)
  const money = useMoney()
  const membership = data?.find(({ id }) => id === membershipId)
  return (
    <>
      {isOnAir ? 'The session is live. ' : null}
      {membership ? (
        <>
          The room comes with{' '}
          <strong className="font-semibold">
            <bdi>{membership.title}</bdi>
          </strong>
          , {priceText(membership, money)}.
        </>
      ) : (
        'The room comes with the membership.'
      )}
    </>
  )
}

/** Must be called in a click handler, because browsers allow sound only then. */
function join(): void {
  allowSound()
  room.join()
}

interface MemberJoinState {
  isChecking: boolean
  /** Must be called in a click handler, as `join`. */
  handleJoin: () => void
  isUpgradeShown: boolean
  showUpgrade: (isShown: boolean) => void
}

/** Joins the room after checking the membership (administrator document, section 5). */
function useMemberJoin(): MemberJoinState {
  const [isChecking, setIsChecking] = useState(false)
  const [isUpgradeShown, showUpgrade] = useState(false)
  const checkAndJoin = async (): Promise<void> => {
    setIsChecking(true)
    try {
      if (await checkAccess()) return room.join()
      toast({
        title: 'Subscription Required',
        description: 'Please upgrade your subscription to join the live coaching room.',
        variant: 'warning',
      })
      showUpgrade(true)
    } catch {
      const description = 'Failed to verify subscription status'
      toast({ title: 'Error', description, variant: 'destructive' })
    } finally {
      setIsChecking(false)
    }
  }
  return {
    isChecking,
    handleJoin: () => {
      allowSound()
      void checkAndJoin()
    },
    isUpgradeShown,
    showUpgrade,
  }
}

type Ended = NonNullable<RoomState['ended']>

interface EndedNoticeProps {
  reason: Ended
  /** Undefined for a notice that can't be closed. */
  onClose?: () => void
}

/** Explains why the person is outside. */
function EndedNotice({ reason, onClose }: EndedNoticeProps): ReactElement {
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
