import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Mailing } from '#contract/email.ts'
import { MailingActions } from '#web/features/admin/email/mailing-actions.tsx'
import { MailingCounts } from '#web/features/admin/email/mailing-counts.tsx'
import { KIND_LABELS, STATUS_BADGES, timeWords } from '#web/features/admin/email/mailing-words.ts'
import { people } from '#web/features/admin/email/numbers.ts'
import { recipientGroupsQuery } from '#web/features/admin/email/queries.ts'
import { groupWords } from '#web/features/admin/email/recipient-words.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'

interface MailingCardProps {
  mailing: Mailing
  /** The community's time zone. */
  timeZone: string
  headingLevel: 2 | 3
  onCopied: (() => void) | undefined
}

/** One mailing: when it is sent, its progress, and the actions on it. */
export function MailingCard(props: MailingCardProps): ReactElement {
  const { mailing, timeZone, headingLevel, onCopied } = props
  const isBroadcast = mailing.kind === 'broadcast'
  const { data: groups } = useQuery({
    ...recipientGroupsQuery,
    enabled: mailing.productId !== null,
  })
  const { label, variant } = STATUS_BADGES[mailing.status]
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  const { locale } = useDates()
  const headingId = `mailing-${mailing.id}`
  return (
    <article
      aria-labelledby={headingId}
      className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-4 sm:p-5"
    >
      <header className="flex flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-2">
          <Badge variant={variant}>{label}</Badge>
          <span className="text-sm text-ink-quiet">{KIND_LABELS[mailing.kind]}</span>
          {isBroadcast ? (
            <span className="text-sm text-ink-quiet wrap-anywhere">
              To: {groupWords(mailing, groups)}
            </span>
          ) : null}
        </p>
        <Heading id={headingId} className="text-lg wrap-anywhere">
          <bdi>{mailing.subject}</bdi>
        </Heading>
        <p className="text-sm text-ink-quiet">{timeWords(mailing, { locale, timeZone })}</p>
      </header>
      {mailing.status === 'scheduled' ? (
        <p>{people(mailing.recipientCount, locale)} would get it right now.</p>
      ) : (
        <MailingCounts mailing={mailing} />
      )}
      <MailingActions mailing={mailing} onCopied={onCopied} />
    </article>
  )
}
