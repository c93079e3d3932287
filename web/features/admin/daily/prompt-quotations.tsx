import type { ReactElement } from 'react'
import { AI_RESPONSE_PLACE } from '#contract/daily.ts'
import { QuotationList } from '#web/features/admin/daily/quotation-list.tsx'
import { useQuotations } from '#web/features/admin/daily/use-quotations.ts'
import { Notice } from '#web/ui/notice.tsx'

/** A notice with the quotations in a prompt that don't match. Renders nothing if all match. */
export function PromptQuotations({ prompt }: { prompt: string }): ReactElement | null {
  const isPlaceAlone = prompt.trim() === AI_RESPONSE_PLACE
  const { quotations } = useQuotations(isPlaceAlone ? '' : prompt)
  const doubtful = quotations.filter(({ status }) => status !== 'matches')
  if (doubtful.length === 0) return null
  return (
    <Notice title="A quotation in this prompt doesn’t match">
      <p className="mb-3">
        Until you fix it, content that’s published automatically leaves the prompt out.
      </p>
      <QuotationList quotations={doubtful} />
    </Notice>
  )
}
