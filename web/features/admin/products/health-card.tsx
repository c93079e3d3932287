import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { PaymentsHealth } from '#contract/shop.ts'
import { Comparison } from '#web/features/admin/products/comparison.tsx'
import { healthQuery } from '#web/features/admin/products/queries.ts'
import { WebhookAddress } from '#web/features/admin/products/webhook-address.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const PROVIDERS: Record<PaymentsHealth['provider'], string> = {
  till: 'the built-in test till, which accepts no cards',
  stripe: 'Stripe',
}

/** Whether the payment provider's events arrive, and whether our records match it. */
export function HealthCard(): ReactElement {
  const health = useQuery(healthQuery)
  return (
    <Card aria-labelledby="payments-health">
      <CardHeader>
        <CardTitle id="payments-health">Payment provider</CardTitle>
        {health.data ? (
          <CardDescription>
            Payments are handled by {PROVIDERS[health.data.provider]}.
          </CardDescription>
        ) : null}
      </CardHeader>
      <Loaded query={health} label="Loading the payment provider" rows={['h-72']}>
        {(data) => (
          <Disclosure
            summary={<LastEvent health={data} />}
            className="-mb-3 border-b-0"
            open={needsAttention(data)}
          >
            <div className="flex flex-col gap-6">
              <Heartbeat health={data} />
              <Comparison health={data} />
            </div>
          </Disclosure>
        )}
      </Loaded>
    </Card>
  )
}

/** Whether a mismatch needs an administrator, or a real provider has never sent an event. */
function needsAttention({ provider, lastEventAt, mismatches }: PaymentsHealth): boolean {
  const isUnheard = provider !== 'till' && lastEventAt === null
  return isUnheard || mismatches.some(({ isMended }) => !isMended)
}

function LastEvent({
  health: { lastEventAt, provider },
}: {
  health: PaymentsHealth
}): ReactElement {
  if (lastEventAt) {
    return (
      <span>
        Last event <RelativeTime date={lastEventAt} />
      </span>
    )
  }
  return (
    <span>
      No event has arrived yet.{' '}
      {provider === 'till'
        ? 'The first purchase at the test till sends one.'
        : 'Until one does, no purchase gives access.'}
    </span>
  )
}

/** The last event and the webhook address. Every payment change arrives as an event. */
function Heartbeat({ health }: { health: PaymentsHealth }): ReactElement {
  const { lastEventType, webhookUrl, provider } = health
  return (
    <section aria-labelledby="heartbeat" className="flex flex-col gap-3">
      <h3 id="heartbeat" className="text-base">
        Events
      </h3>
      {lastEventType ? (
        <p>
          Type of the last event:{' '}
          <Badge variant="neutral" className="font-mono text-xs wrap-anywhere">
            {lastEventType}
          </Badge>
        </p>
      ) : null}
      <WebhookAddress
        url={webhookUrl}
        help={
          provider === 'till'
            ? 'The test till already uses it. A real provider needs it as its webhook.'
            : 'Add it as a webhook at the provider, for all checkout, invoice, subscription and charge events.'
        }
      />
    </section>
  )
}
