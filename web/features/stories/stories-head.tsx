import { Link, useSearch } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { flowTitleOf } from '#web/features/flow/flow-tabs.ts'
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
  const title = flowTitleOf(useSearch({ from: '/flow' }))
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-3 sm:gap-y-1 lg:gap-x-6">
      <h1 className="flex min-h-11 items-center text-2xl sm:text-3xl">{title}</h1>
      <div className="flex w-full flex-wrap items-center justify-between gap-x-4 max-lg:order-last lg:w-auto lg:grow">
        <StoryLists />
        {children}
      </div>
      {button}
    </header>
  )
}

const listClasses =
  'underline-offset-8 sm:text-base aria-[current]:text-primary aria-[current]:underline aria-[current]:decoration-2'

/** Chooses between all stories, the member's own, and prayer. */
function StoryLists(): ReactElement {
  const { list } = useSearch({ from: '/flow' })
  return (
    <nav aria-label="Which stories" className="flex flex-wrap gap-x-3.5 sm:gap-x-6">
      <ListLink list={undefined} isCurrent={list === undefined} className={listClasses}>
        All stories
      </ListLink>
      <ListLink list="mine" isCurrent={list === 'mine'} className={listClasses}>
        My stories
        <Waiting />
      </ListLink>
      <ListLink
        list="prayer"
        isCurrent={list !== undefined && list !== 'mine'}
        className={listClasses}
      >
        Prayer
      </ListLink>
    </nav>
  )
}

interface ListLinkProps {
  list: 'mine' | 'prayer' | 'answered' | 'asked' | undefined
  isCurrent: boolean
  className?: string
  children: ReactNode
}

/** A link to one of the lists of FOLX Stories. */
export function ListLink({ list, isCurrent, className, children }: ListLinkProps): ReactElement {
  return (
    <Link
      to="/flow"
      search={{ tab: 'exit', list }}
      resetScroll={false}
      activeOptions={EXACT}
      aria-current={isCurrent ? 'page' : undefined}
      className={cn(
        'inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-ink-quiet hover:text-ink',
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
