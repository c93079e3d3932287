import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { EmailHealth } from '#contract/email.ts'
import {
  PROVIDER_LABELS,
  RECORD_LABELS,
  type RecordKind,
  recordWords,
} from '#web/features/admin/email/health-words.ts'
import { healthQuery } from '#web/features/admin/email/queries.ts'
import { formatNumber } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'

const RECORDS: readonly RecordKind[] = ['spf', 'dkim', 'dmarc']

/** How this site sends emails, and whether its domain has the DNS records that receivers check. */
export function SenderHealth(): ReactElement {
  const health = useQuery(healthQuery)
  return (
    <SectionCard
      title="Sender"
      description="How emails are sent, and whether your domain’s DNS is set up for it."
    >
      <Loaded query={health} label="Loading the sender" rows={['h-40 rounded-xl']}>
        {(data) => <HealthFacts health={data} />}
      </Loaded>
    </SectionCard>
  )
}

function HealthFacts({ health }: { health: EmailHealth }): ReactElement {
  const { locale } = useDates()
  const { provider, from, ratePerMinute, domain, notice } = health
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[max-content_1fr]">
        <Fact term="Email provider">{PROVIDER_LABELS[provider]}</Fact>
        {from ? <Fact term="From">{from}</Fact> : null}
        <Fact term="Sending speed">
          at most {formatNumber(ratePerMinute, locale)} {ratePerMinute === 1 ? 'email' : 'emails'}{' '}
          per minute
        </Fact>
      </dl>
      {notice ? <p className="max-w-prose text-ink-quiet">{notice}</p> : null}
      {domain ? <DomainRecords domain={domain} /> : null}
    </div>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }): ReactElement {
  return (
    <div className="contents">
      <dt className="font-medium">{term}</dt>
      <dd className="-mt-2 wrap-anywhere sm:mt-0">{children}</dd>
    </div>
  )
}

const ICONS = {
  found: <CircleCheck aria-hidden size={20} className="mt-0.5 shrink-0 text-primary" />,
  missing: <CircleAlert aria-hidden size={20} className="mt-0.5 shrink-0 text-destructive" />,
  unknown: <CircleHelp aria-hidden size={20} className="mt-0.5 shrink-0 text-ink-quiet" />,
}

function DomainRecords({ domain }: { domain: NonNullable<EmailHealth['domain']> }): ReactElement {
  return (
    <section aria-labelledby="domain-records" className="flex flex-col gap-3">
      <h3 id="domain-records" className="wrap-anywhere">
        DNS records of {domain.name}
      </h3>
      <ul className="flex max-w-prose flex-col gap-3">
        {RECORDS.map((kind) => (
          <li key={kind} className="flex gap-3">
            {ICONS[domain[kind]]}
            <div className="min-w-0">
              <p className="font-medium">{RECORD_LABELS[kind]}</p>
              <p>{recordWords(kind, domain[kind])}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
