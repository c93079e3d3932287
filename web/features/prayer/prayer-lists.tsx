import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { AskButton, AskCard, OwnRequests, useAskForPrayer } from '#web/features/prayer/ask-card.tsx'
import { PrayerList } from '#web/features/prayer/prayer-list.tsx'
import { StoriesHead } from '#web/features/stories/stories-head.tsx'
import { cn } from '#web/lib/cn.ts'

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

/**
 * The lists of Prayer, which look like parts of it and not like the lists of stories beside them. On a
 * phone, the row has no room for the one that Prayer itself opens, nor for the answered requests, which
 * are linked below the list.
 */
function RequestLists({ open }: { open: List }): ReactElement {
  return (
    <nav aria-label="Which requests" className="flex gap-x-1.5">
      <ListLink list="prayer" open={open} className="max-sm:hidden">
        Requests
      </ListLink>
      <ListLink list="answered" open={open} className={cn(open !== 'answered' && 'max-sm:hidden')}>
        Answered
      </ListLink>
      <ListLink list="asked" open={open}>
        My requests
      </ListLink>
    </nav>
  )
}

/** Without this, a link is current on every address that starts with its own. */
const EXACT = { exact: true }

interface ListLinkProps {
  list: List
  open: List
  className?: string
  children: string
}

function ListLink({ list, open, className, children }: ListLinkProps): ReactElement {
  return (
    <Link
      to="/flow"
      search={{ tab: 'exit', list }}
      resetScroll={false}
      activeOptions={EXACT}
      aria-current={list === open ? 'page' : undefined}
      className={cn(
        'group inline-flex min-h-11 items-center text-sm font-medium text-ink-quiet no-underline hover:text-ink aria-[current]:text-primary-strong',
        className,
      )}
    >
      <span className="rounded-full border border-line-strong px-2.5 py-1 group-hover:bg-sand group-aria-[current]:border-primary group-aria-[current]:bg-primary-soft sm:px-3">
        {children}
      </span>
    </Link>
  )
}
