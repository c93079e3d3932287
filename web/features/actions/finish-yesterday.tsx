import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { Checklist } from '#web/features/actions/checklist.tsx'
import { weekQuery, yesterdayOf } from '#web/features/actions/queries.ts'
import { longDay } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'

/** Yesterday's list, shown while the server still accepts changes to it. */
export function FinishYesterday({ today }: { today: DateText }): ReactElement | null {
  const { locale } = useDates()
  const [isOpen, setIsOpen] = useState(false)
  const mayFinish = useQuery(weekQuery(today)).data?.mayFinishYesterday ?? false
  if (!mayFinish) return null
  const yesterday = yesterdayOf(today)
  return (
    <Disclosure summary="Catch up on yesterday" onOpenChange={setIsOpen}>
      {isOpen ? (
        <>
          <p className="mb-2 text-sm text-ink-quiet">
            {longDay(yesterday.date, locale)}. Until noon you can still check off what you did.
          </p>
          <Checklist day={yesterday} />
        </>
      ) : null}
    </Disclosure>
  )
}
