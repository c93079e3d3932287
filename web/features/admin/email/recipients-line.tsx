import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Recipients } from '#contract/email.ts'
import type { GroupChoice } from '#web/features/admin/email/mail-draft.ts'
import { leftOutWords, people } from '#web/features/admin/email/numbers.ts'
import { recipientsQuery } from '#web/features/admin/email/queries.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'

/** How many people of a group would get a broadcast now, and how many are left out. */
export function RecipientsLine({ choice }: { choice: GroupChoice }): ReactElement {
  const recipients = useQuery(recipientsQuery(choice))
  if (recipients.data) return <RecipientWords recipients={recipients.data} />
  if (recipients.error) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-x-3 text-sm">
        {sentenceOf(recipients.error)}
        <Button
          variant="link"
          size="sm"
          busy={recipients.isFetching}
          onClick={() => void recipients.refetch()}
        >
          Retry
        </Button>
      </p>
    )
  }
  return <Skeletons label="Counting the recipients" rows={['h-12.5 max-w-md']} />
}

export function RecipientWords({ recipients }: { recipients: Recipients }): ReactElement {
  const { locale } = useDates()
  const leftOut = leftOutWords(recipients.excluded, locale)
  return (
    <div className="flex flex-col gap-1">
      <p>
        <strong className="font-semibold">{people(recipients.recipientCount, locale)}</strong> would
        get a broadcast now.
      </p>
      <p className="text-sm text-ink-quiet">
        {leftOut.length === 0 ? 'Nobody is left out.' : `Left out: ${leftOut.join(', ')}.`}
      </p>
    </div>
  )
}
