import { TriangleAlert } from 'lucide-react'
import type { ReactElement } from 'react'
import type { MailWarning } from '#contract/email.ts'

/** What should be fixed before an email is sent. */
export function MailWarnings({
  warnings,
}: {
  warnings: readonly MailWarning[]
}): ReactElement | null {
  if (warnings.length === 0) return null
  return (
    <section aria-label="Warnings" className="rounded-lg border border-gold bg-gold-soft p-4">
      <p className="flex items-center gap-2 font-semibold text-gold-ink">
        <TriangleAlert aria-hidden size={20} className="shrink-0" />
        {warnings.length === 1 ? 'One thing to check' : `${warnings.length} things to check`}
      </p>
      <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5">
        {warnings.map(({ code, sentence }) => (
          <li key={code}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}
