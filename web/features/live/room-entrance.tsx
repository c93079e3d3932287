import { useQuery } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import type { ReactElement } from 'react'
import type { LiveState } from '#contract/live.ts'
import { useRight } from '#web/features/accounts/auth.tsx'
import { productsQuery } from '#web/features/shop/queries.ts'
import { priceText } from '#web/features/shop/shop-labels.ts'
import { UpgradeDialog } from '#web/features/shop/upgrade-dialog.tsx'
import { useMoney } from '#web/lib/money.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { EndedNotice } from './ended-notice.tsx'
import { MicrophoneTest } from './microphone-test.tsx'
import { room, useRoom } from './room.ts'
import { HostGone } from './room-banners.tsx'
import { StopButton } from './stop-button.tsx'
import { useBroadcast } from './use-broadcast.ts'
import { useEntrance } from './use-entrance.ts'

/** The options of a person outside the room. */
export function RoomEntrance({ state }: { state: LiveState }): ReactElement {
  const isHost = useRight('host')
  const { ended, phase } = useRoom()
  return (
    <div className="flex flex-col gap-4">
      {state.isRemoved ? (
        <EndedNotice reason="removed" />
      ) : ended ? (
        <EndedNotice reason={ended} onClose={room.forgetEnd} />
      ) : null}
      {phase === 'joining' ? (
        <p role="status" className="text-ink-quiet">
          Joining…
        </p>
      ) : null}
      {isHost ? <HostEntrance state={state} /> : <MemberEntrance state={state} />}
    </div>
  )
}

function HostEntrance({ state }: { state: LiveState }): ReactElement {
  const broadcast = useBroadcast()
  const entrance = useEntrance()
  const isJoining = useRoom().phase === 'joining'
  return (
    <>
      {state.onAir ? null : (
        <p className="max-w-prose text-ink-quiet">
          Members can join once you start broadcasting. You’ll join with your microphone muted.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {state.onAir ? (
          <>
            <Button busy={isJoining} onClick={entrance.enter}>
              Join Room
            </Button>
            {/* Always asks, because outside the room the number of people is a few seconds old. */}
            <StopButton asksFirst />
          </>
        ) : (
          <Button busy={broadcast.isBusy} onClick={broadcast.start}>
            {broadcast.isBusy ? null : <Radio aria-hidden size={20} />}
            Start Broadcasting
          </Button>
        )}
        <MicrophoneTest />
      </div>
      {state.hostGoneUntil === null ? null : <HostGone until={state.hostGoneUntil} />}
    </>
  )
}

function MemberEntrance({ state }: { state: LiveState }): ReactElement | null {
  const { enter, isChecking, isUpgradeShown, showUpgrade } = useEntrance()
  const isJoining = useRoom().phase === 'joining'
  if (state.isRemoved) return null
  return (
    <>
      {state.onAir ? (
        <p className="max-w-prose text-ink-quiet">
          {state.hasAccess
            ? 'You’ll join muted. Unmute when you want to speak.'
            : 'The session is live. You need the membership to join.'}
        </p>
      ) : (
        <p className="max-w-prose">
          The room is closed right now. The Join button appears here when the host opens it.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {state.onAir ? (
          <Button busy={isChecking || isJoining} onClick={enter}>
            Join Live Coaching
          </Button>
        ) : null}
        {state.hasAccess ? <MicrophoneTest /> : null}
      </div>
      {state.hasAccess ? null : <MembershipLine onUpgrade={() => showUpgrade(true)} />}
      <UpgradeDialog isOpen={isUpgradeShown} onOpenChange={showUpgrade} />
    </>
  )
}

/** What the room needs and costs, for a member without access. */
function MembershipLine({ onUpgrade }: { onUpgrade: () => void }): ReactElement {
  const membershipId = useSiteSettings()?.membershipProductId
  const { data } = useQuery(productsQuery)
  const money = useMoney()
  const membership = data?.find(({ id }) => id === membershipId)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4">
      <p>
        {membership ? (
          <>
            The room and its recordings come with{' '}
            <strong className="font-semibold">{membership.title}</strong>,{' '}
            {priceText(membership, money)}.
          </>
        ) : (
          'The room and its recordings come with the membership.'
        )}
      </p>
      <Button variant="outline" onClick={onUpgrade}>
        Upgrade
      </Button>
    </div>
  )
}
