import type { ReactElement } from 'react'
import { AskButton, AskCard, OwnRequests, useAskForPrayer } from '#web/features/prayer/ask-card.tsx'
import { PrayerList } from '#web/features/prayer/prayer-list.tsx'
import { StoriesHead } from '#web/features/stories/stories-head.tsx'

/** The prayer requests of members, the answered ones, or the member's own: lists of FOLX Stories. */
export function PrayerLists({ list }: { list: 'prayer' | 'answered' | 'asked' }): ReactElement {
  const ask = useAskForPrayer()
  return (
    <div className="flex flex-col gap-3">
      <StoriesHead button={<AskButton {...ask} />} />
      <AskCard {...ask} />
      {list === 'asked' ? (
        <OwnRequests />
      ) : (
        <PrayerList list={list === 'prayer' ? 'open' : 'answered'} />
      )}
    </div>
  )
}
