import type { ReactElement } from 'react'
import { AskButton, AskCard, OwnRequests, useAskForPrayer } from '#web/features/prayer/ask-card.tsx'
import { PrayerList } from '#web/features/prayer/prayer-list.tsx'
import { ListLink, StoriesHead } from '#web/features/stories/stories-head.tsx'

type List = 'prayer' | 'answered' | 'asked'

/** The prayer requests of members, the answered ones, or the member's own: lists of FOLX Stories. */
export function PrayerLists({ list }: { list: List }): ReactElement {
  const ask = useAskForPrayer()
  return (
    <div className="flex flex-col gap-2">
      <StoriesHead button={<AskButton {...ask} />}>
        <RequestLists open={list} />
      </StoriesHead>
      <AskCard {...ask} />
      {list === 'asked' ? (
        <OwnRequests />
      ) : (
        <PrayerList list={list === 'prayer' ? 'open' : 'answered'} />
      )}
    </div>
  )
}

const LISTS = [
  ['prayer', 'Requests'],
  ['answered', 'Answered'],
  ['asked', 'My requests'],
] as const

/** The lists of Prayer, which look like parts of it and not like the lists of stories beside them. */
function RequestLists({ open }: { open: List }): ReactElement {
  return (
    <nav
      aria-label="Which requests"
      className="flex flex-wrap gap-x-1.5 max-sm:-mb-2 max-sm:w-full"
    >
      {LISTS.map(([list, label]) => (
        <ListLink
          key={list}
          list={list}
          isCurrent={list === open}
          className="group no-underline aria-[current]:text-primary-strong"
        >
          <span className="rounded-full border border-line-strong px-2.5 py-1 group-hover:bg-sand group-aria-[current]:border-primary group-aria-[current]:bg-primary-soft sm:px-3">
            {label}
          </span>
        </ListLink>
      ))}
    </nav>
  )
}
