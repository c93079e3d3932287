import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { PaymentsHealth } from '#contract/shop.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { healthQuery, refreshBooks } from '#web/features/admin/products/queries.ts'
import { call } from '#web/lib/api.ts'
import { shopCalls } from '#web/lib/calls.gen.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast-store.ts'

const PROVIDERS: Record<PaymentsHealth['provider'], string> = {
  till: 'a built-in test, which charges nobody',
  stripe: 'Stripe',
}

/** Whether the payment provider's events arrive, and whether our records match it. */
export function HealthCard(): ReactElement {
  const health = useQuery(healthQuery)
  return (
    <SectionCard
      title="Payment service"
      description={
        health.data ? `Payments are handled by ${PROVIDERS[health.data.provider]}.` : undefined
      }
    >
      <Loaded query={health} label="Loading the payment service" rows={['h-72']}>
        {(data) => (
          <>
            {data.provider === 'till' ? (
              <Link to="/admin/till" className="font-medium text-primary underline">
                Test payments
              </Link>
            ) : null}
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
          </>
        )}
      </Loaded>
    </SectionCard>
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
        Last report from the payment service <RelativeTime date={lastEventAt} />
      </span>
    )
  }
  return (
    <span>
      No event has arrived yet.{' '}
      {provider === 'till'
        ? 'The first test payment sends one.'
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
            ? 'Test payments use it already. Connections says where a payment service needs it.'
            : 'Add it as a webhook at Stripe, for all checkout, invoice, subscription and charge events.'
        }
      />
    </section>
  )
}

/** How many mismatches are shown before “Show all” is pressed. */
const FIRST_SHOWN = 4

/** The results of the daily comparison, and a button to compare now. */
function Comparison({ health }: { health: PaymentsHealth }): ReactElement {
  const { lastComparedAt, mismatches } = health
  const queryClient = useQueryClient()
  const comparing = useAction({
    call: () => call(shopCalls.comparePayments, {}),
    onDone: (found) => queryClient.setQueryData(healthQuery.queryKey, found),
    done: (found) => ({
      title: 'Compared with the payment service',
      description: comparisonText(health, found),
    }),
    failed: 'Failed to compare',
    refresh: refreshBooks,
  })
  return (
    <section aria-labelledby="comparison" className="flex flex-col items-start gap-3">
      <h3 id="comparison" className="text-base">
        Daily comparison
      </h3>
      <p>
        {lastComparedAt ? (
          <>
            Last compared <RelativeTime date={lastComparedAt} />.{' '}
          </>
        ) : (
          'Not compared yet. A comparison runs automatically once a day. '
        )}
        {lastComparedAt && mismatches.length === 0 ? 'Everything matched the payment service.' : ''}
      </p>
      <Mismatches mismatches={mismatches} />
      <ActionButton label={comparing.isPending ? 'Comparing…' : 'Compare now'} action={comparing} />
    </section>
  )
}

function Mismatches({ mismatches }: Pick<PaymentsHealth, 'mismatches'>): ReactElement | null {
  const [isOpen, setIsOpen] = useState(false)
  if (mismatches.length === 0) return null
  const shown = isOpen ? mismatches : mismatches.slice(0, FIRST_SHOWN)
  return (
    <>
      <ul aria-label="Differences found" className="flex w-full flex-col divide-y divide-line">
        {shown.map(({ id, foundAt, sentence, isMended }) => (
          <li key={id} className="flex flex-col items-start gap-1 py-2.5">
            <span className="wrap-anywhere">{sentence}</span>
            <span className="flex flex-wrap items-center gap-x-3 text-sm text-ink-quiet">
              <Badge variant={isMended ? 'default' : 'destructive'}>
                {isMended ? 'Fixed' : 'Needs attention'}
              </Badge>
              <RelativeTime date={foundAt} />
            </span>
          </li>
        ))}
      </ul>
      {mismatches.length > FIRST_SHOWN ? (
        <Button variant="link" size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show all ${mismatches.length}`}
        </Button>
      ) : null}
    </>
  )
}

type Found = Pick<PaymentsHealth, 'mismatches' | 'lastComparedAt'>

/** The result of a comparison, for its toast. */
export function comparisonText(before: Found, after: Found): string {
  const known = new Set(before.mismatches.map(({ id }) => id))
  const fresh = after.mismatches.filter(({ id }) => !known.has(id))
  // A long comparison continues in the background.
  if (after.lastComparedAt === before.lastComparedAt) {
    return 'This is taking longer and continues in the background. Check again in a few minutes.'
  }
  if (fresh.length === 0) return 'Everything matches.'
  const open = fresh.filter(({ isMended }) => !isMended).length
  const differences = fresh.length === 1 ? '1 difference' : `${fresh.length} differences`
  if (open === 0) return `${differences} found and fixed.`
  return `${differences} found, ${open} of which ${open === 1 ? 'needs' : 'need'} your attention.`
}

interface WebhookAddressProps {
  url: string
  help: string
}

/** The address to which the provider sends its events, with a copy button. */
function WebhookAddress({ url, help }: WebhookAddressProps): ReactElement {
  const handleCopy = async (): Promise<void> => {
    try {
      // Throws without HTTPS, where browsers offer no clipboard.
      await navigator.clipboard.writeText(url)
      toast({ title: 'Copied' })
    } catch {
      toast({
        title: 'Failed to copy',
        description: 'Please select the address and copy it yourself.',
        variant: 'destructive',
      })
    }
  }
  return (
    <Field label="Webhook address" help={help}>
      <div className="flex gap-2">
        <Input
          readOnly
          value={url}
          onFocus={({ target }) => target.select()}
          className="bg-sand font-mono text-sm"
        />
        <Button
          variant="outline"
          size="icon"
          aria-label="Copy webhook address"
          title="Copy"
          onClick={() => void handleCopy()}
        >
          <Copy aria-hidden size={18} />
        </Button>
      </div>
    </Field>
  )
}
