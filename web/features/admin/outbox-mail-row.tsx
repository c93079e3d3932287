import { type ReactElement, useState } from 'react'
import type { OutboxMail } from '#contract/email.ts'
import { sealedMail } from '#web/features/admin/sealed-mail.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** An email that expands in place and shows its text and HTML. */
export function OutboxMailRow({ mail }: { mail: OutboxMail }): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Disclosure summary={<MailSummary mail={mail} />} onOpenChange={setIsOpen}>
      {isOpen ? <MailParts mail={mail} /> : null}
    </Disclosure>
  )
}

function MailSummary({ mail }: { mail: OutboxMail }): ReactElement {
  return (
    <span className="flex min-w-0 grow flex-col gap-x-4 py-1 sm:flex-row sm:items-baseline sm:justify-between">
      <span className="min-w-0">
        <span className="block">{mail.subject}</span>
        <span className="block text-sm font-normal break-all text-ink-quiet">{mail.to}</span>
      </span>
      <RelativeTime date={mail.createdAt} className="shrink-0 text-sm font-normal text-ink-quiet" />
    </span>
  )
}

function MailParts({ mail }: { mail: OutboxMail }): ReactElement {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <section aria-label="Text" className="flex min-w-0 flex-col gap-2">
        <h3 className="text-base">Text</h3>
        <pre className="max-h-112 overflow-auto rounded-lg border border-line bg-ground p-4 font-sans text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
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
