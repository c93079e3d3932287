import { Disc, Hourglass, MicOff, VolumeX, WifiOff } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { useNow } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { secondsUntil } from './countdown.ts'
import { room } from './room.ts'
import { connectionOf, ownPart, type RoomState } from './room-state.ts'
import { allowSound } from './sound-permission.ts'

/** Banners with what everyone in the room has to know right away. */
export function RoomBanners({ state }: { state: RoomState }): ReactElement {
  const connection = connectionOf(state)
  const { isRecording, hostGoneUntil } = state.room
  const isHost = ownPart(state)?.isHost ?? false
  return (
    <div className="flex flex-col gap-3 [&:not(:has(*_*))]:-mb-6">
      <div role="status" className="contents">
        {connection === 'connected' ? null : (
          <Banner icon={<WifiOff aria-hidden size={20} />} tone="quiet">
            {connection === 'connecting' ? 'Connecting…' : 'Reconnecting…'}
          </Banner>
        )}
      </div>
      {state.isSoundBlocked ? (
        <Banner icon={<VolumeX aria-hidden size={20} />} tone="gold">
          <span className="grow">Your browser blocked the sound.</span>
          <Button size="sm" onClick={playSound}>
            Turn on sound
          </Button>
        </Banner>
      ) : null}
      {isRecording ? (
        <Banner icon={<Disc aria-hidden size={20} />} tone="red">
          This session is being recorded.
        </Banner>
      ) : null}
      <div role="status" className="contents">
        {isRecording && isHost && isSilent(state) ? (
          <Banner icon={<MicOff aria-hidden size={20} />} tone="gold">
            Nobody’s microphone is on, so the recording is silent.
          </Banner>
        ) : null}
      </div>
      {hostGoneUntil === null ? null : <HostGone until={hostGoneUntil} />}
    </div>
  )
}

function isSilent({ room }: RoomState): boolean {
  return room.participants.every(({ microphone }) => microphone === 'muted')
}

function playSound(): void {
  allowSound()
  room.play()
}

/** Counts down to the end of a session without a host. */
export function HostGone({ until }: { until: string }): ReactElement {
  const seconds = useNow((now) => secondsUntil(until, now.getTime()), 500)
  return (
    <Banner icon={<Hourglass aria-hidden size={20} />} tone="gold">
      <span>
        No host is in the room.{' '}
        {seconds > 0 ? (
          <>
            It closes in <span className="font-semibold tabular-nums">{seconds}</span>{' '}
            {seconds === 1 ? 'second' : 'seconds'} unless one comes back.
          </>
        ) : (
          'It’s closing now.'
        )}
      </span>
    </Banner>
  )
}

const TONES = {
  quiet: 'border-line bg-sand text-ink',
  gold: 'border-gold bg-gold-soft text-gold-ink',
  red: 'border-destructive bg-destructive-soft text-destructive-strong',
} as const

function Banner(props: {
  icon: ReactElement
  tone: keyof typeof TONES
  children: ReactNode
}): ReactElement {
  const { icon, tone, children } = props
  return (
    <div
      className={cn(
        'flex flex-wrap items-center gap-3 rounded-lg border px-4 py-2.5 font-medium',
        TONES[tone],
      )}
    >
      {icon}
      {children}
    </div>
  )
}
