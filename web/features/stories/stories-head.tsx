import { Link, useSearch } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { FLOW_TAB_LABELS } from '#web/features/flow/flow-tabs.ts'
import { useWaitingCounts } from '#web/features/stories/my-stories.tsx'
import { cn } from '#web/lib/cn.ts'

/** Without this, a link is current on every address that starts with its own. */
const EXACT = { exact: true }

interface StoriesHeadProps {
  /** The page's one button. */
  button: ReactNode
  /** Stands at the end of the row of lists. */
  children?: ReactNode
}

/** The heading with its button, and the lists to choose from: two rows on a phone, one on a desktop. */
export function StoriesHead({ button, children }: StoriesHeadProps): ReactElement {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-3 lg:gap-x-6">
      <h1 className="flex min-h-11 items-center text-2xl sm:text-3xl">{FLOW_TAB_LABELS.exit}</h1>
      <div className="flex w-full flex-wrap items-center justify-between gap-x-4 max-lg:order-last lg:w-auto lg:grow">
        <StoryLists />
        {children}
      </div>
      {button}
    </header>
  )
}

/** Chooses between all stories, the member's own, and prayer requests with their two other lists. */
function StoryLists(): ReactElement {
  const { list } = useSearch({ from: '/flow' })
  const isPrayer = list === 'prayer' || list === 'answered' || list === 'asked'
  return (
    <nav aria-label="Which stories" className="flex flex-wrap gap-x-3.5 sm:gap-x-6">
      <ListLink list={undefined}>All stories</ListLink>
      <ListLink list="mine">
        My stories
        <Waiting />
      </ListLink>
      <ListLink list="prayer">Prayer</ListLink>
      {isPrayer ? (
        <>
          {/* On a phone, the row has no room for it; it is linked below the requests. */}
          <ListLink list="answered" className={list === 'answered' ? undefined : 'max-sm:hidden'}>
            Answered
          </ListLink>
          <ListLink list="asked">My requests</ListLink>
        </>
      ) : null}
    </nav>
  )
}

type List = 'mine' | 'prayer' | 'answered' | 'asked' | undefined

interface ListLinkProps {
  list: List
  className?: string | undefined
  children: ReactNode
}

function ListLink({ list, className, children }: ListLinkProps): ReactElement {
  const { list: open } = useSearch({ from: '/flow' })
  return (
    <Link
      to="/flow"
      search={{ tab: 'exit', list }}
      resetScroll={false}
      activeOptions={EXACT}
      aria-current={list === open ? 'page' : undefined}
      className={cn(
        'inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-ink-quiet sm:text-base',
        'underline-offset-8 hover:text-ink aria-[current]:text-primary aria-[current]:underline aria-[current]:decoration-2',
        className,
      )}
    >
      {children}
    </Link>
  )
}

/** How many of the member's stories are not published: a number on a phone, in words elsewhere. */
function Waiting(): ReactElement | null {
  const { count, label } = useWaitingCounts()
  if (count === 0) return null
  return (
    <>
      <span
        aria-hidden
        className="min-w-5 rounded-full bg-sand px-1.5 text-center leading-5 sm:hidden"
      >
        {count}
      </span>
      <span className="text-sm font-normal max-sm:sr-only">{label}</span>
    </>
  )
}
