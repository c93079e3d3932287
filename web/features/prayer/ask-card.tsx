import { useQuery } from '@tanstack/react-query'
import { HandHeart } from 'lucide-react'
import type { ReactElement } from 'react'
import { PRAYER_LIMITS } from '#contract/prayer-limits.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { OwnRequests } from '#web/features/prayer/own-requests.tsx'
import { prayerDraftKey } from '#web/features/prayer/prayer-draft.ts'
import { PrayerForm } from '#web/features/prayer/prayer-form.tsx'
import { FIRST_OWN, ownPrayersQuery } from '#web/features/prayer/queries.ts'
import { useCreate } from '#web/features/prayer/use-own-request.ts'
import { FocusOnAppear } from '#web/features/stories/focus-on-appear.tsx'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { keptText } from '#web/lib/use-text-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Stage = 'start' | 'open' | 'closed' | 'sent' | 'kept'

/** Lets members ask for prayer and see the status of their requests. */
export function AskCard(): ReactElement {
  const draftKey = prayerDraftKey(useMember().id)
  const [hasDraft] = useStoredState(() => keptText(draftKey) !== undefined, false)
  const [stage, setStage] = useStoredState<Stage>(
    () => (keptText(draftKey) ? 'open' : 'start'),
    'start',
  )
  const { data: own } = useQuery(ownPrayersQuery(FIRST_OWN))
  const open = own?.items.filter(({ status }) => status === 'pending' || status === 'approved')
  const isFull = (open?.length ?? 0) >= PRAYER_LIMITS.open
  const create = useCreate()
  return (
    <Card aria-labelledby="ask-for-prayer">
      <CardHeader>
        <CardTitle id="ask-for-prayer">Ask for Prayer</CardTitle>
        <CardDescription>
          A few words under your community username. Our team reads each request before others see
          it, and it stays in the list for 30 days.
        </CardDescription>
      </CardHeader>
      <FocusOnAppear key={stage} isOff={stage === 'start' || (stage === 'open' && hasDraft)}>
        {stage === 'sent' ? (
          <Notice variant="success" title="For Approval" className="mb-5">
            <p>
              Thank you for trusting us. Others will see your request once our team has read it.
            </p>
          </Notice>
        ) : null}
        {stage === 'kept' ? (
          <Notice title="Saved on this device" className="mb-5">
            <p>Your request will be sent when you’re back online.</p>
          </Notice>
        ) : null}
        {stage === 'open' ? (
          <PrayerForm
            draftKey={draftKey}
            initial=""
            label="Your request"
            submitLabel="Ask for prayer"
            closeLabel="Cancel"
            save={create}
            onSaved={(delivery) => setStage(delivery === 'kept' ? 'kept' : 'sent')}
            onClose={() => setStage('closed')}
          />
        ) : isFull ? (
          <p className="text-ink-quiet">
            You already have 3 open requests. End one or mark it as answered to ask again.
          </p>
        ) : (
          <Button className="self-start" onClick={() => setStage('open')}>
            <HandHeart aria-hidden size={18} />
            Ask for prayer
          </Button>
        )}
      </FocusOnAppear>
      <OwnRequests />
    </Card>
  )
}
