import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { OutboxMail } from '#contract/email.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { people } from '#web/features/admin/email/email-words.ts'
import { ConnectEmail } from '#web/features/admin/email/outbox-notice.tsx'
import { MAILS_PER_PAGE, outboxQuery } from '#web/features/admin/email/queries.ts'
import { sealedMail } from '#web/features/admin/email/sealed-mail.ts'
import { SearchFilter } from '#web/features/admin/kit/filters.tsx'
import { PagedList } from '#web/features/admin/kit/paged-list.tsx'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** The longest possible email address. */
const MAX_ADDRESS = 254

/** The emails that stay on this server because no email provider is set up. */
export function OutboxPart(): ReactElement {
  const { page, q } = useAdminAddress()
  const mails = useQuery(outboxQuery({ page, to: q }))
  if (mails.error instanceof ApiError && mails.error.status === 404) {
    return <Notice>{sentenceOf(mails.error)}</Notice>
  }
  return (
    <SectionCard
      title="Unsent emails"
      isTitleAbove
      description={
        <>
          No email service is connected, so these emails reached nobody. Connecting one doesn’t send
          them, and this list then disappears. <ConnectEmail />
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {q || mails.data?.items.length ? (
          <SearchFilter
            label="Show only emails to"
            placeholder="Full email address"
            maxLength={MAX_ADDRESS}
          />
        ) : null}
        <PagedList
          list={mails}
          pageSize={MAILS_PER_PAGE}
          noun="emails"
          entryHeight="h-16"
          className="gap-0"
          empty={<EmptyState message={q ? 'No emails to this address' : 'No emails yet'} />}
          renderEntry={(mail) => <OutboxMailRow mail={mail} />}
        />
      </div>
    </SectionCard>
  )
}

/** An email that expands in place and shows its text and HTML. */
function OutboxMailRow({ mail }: { mail: OutboxMail }): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Disclosure summary={<MailSummary mail={mail} />} onOpenChange={setIsOpen}>
      {isOpen ? <MailParts mail={mail} /> : null}
    </Disclosure>
  )
}

function MailSummary({ mail }: { mail: OutboxMail }): ReactElement {
  const { locale } = useDates()
  return (
    <span className="flex min-w-0 grow flex-col gap-x-4 py-1 sm:flex-row sm:items-baseline sm:justify-between">
      <span className="min-w-0">
        <span className="block">{mail.subject}</span>
        <span className="block text-sm font-normal break-all text-ink-quiet">
          {mail.recipientCount > 1 ? `To ${people(mail.recipientCount, locale)}` : mail.to}
        </span>
      </span>
      <RelativeTime date={mail.createdAt} className="shrink-0 text-sm font-normal text-ink-quiet" />
    </span>
  )
}

function MailParts({ mail }: { mail: OutboxMail }): ReactElement {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      {mail.recipientCount > 1 ? (
        <p className="text-sm wrap-anywhere text-ink-quiet lg:col-span-2">
          This copy is for {mail.to}. To read another person’s, search for their address.
        </p>
      ) : null}
      <section aria-label="Text" className="flex min-w-0 flex-col gap-2">
        <h3 className="text-base">Text</h3>
        <pre
          dir="auto"
          className="max-h-112 overflow-auto rounded-lg border border-line bg-ground p-4 font-sans text-sm whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {mail.text}
        </pre>
      </section>
      <section aria-label="HTML" className="flex min-w-0 flex-col gap-2">
        <h3 className="text-base">HTML</h3>
        <iframe
          sandbox=""
          srcDoc={sealedMail(mail.html)}
          title={`HTML of the email: ${mail.subject}`}
          className="h-112 w-full rounded-lg border border-line"
        />
      </section>
    </div>
  )
}
