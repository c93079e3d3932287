import { Link, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useWaitingLabel } from '#web/features/stories/waiting-stories.ts'

const linkClasses =
  'flex min-h-11 flex-col justify-center gap-x-2 rounded-lg px-4 py-1.5 leading-tight font-medium text-ink-quiet hover:text-ink aria-[current]:bg-surface aria-[current]:text-ink aria-[current]:shadow-lift sm:flex-row sm:items-center'

/** Without this, a link is current on every address that starts with its own. */
const EXACT = { exact: true }

/** Chooses between all stories, the member's own and prayer requests. */
export function StoryLists(): ReactElement {
  const { list } = useSearch({ from: '/flow' })
  const waiting = useWaitingLabel()
  return (
    <nav aria-label="Which stories" className="flex gap-1 self-start rounded-xl bg-sand p-1">
      <Link
        to="/flow"
        search={{ tab: 'exit' }}
        resetScroll={false}
        activeOptions={EXACT}
        aria-current={list ? undefined : 'page'}
        className={linkClasses}
      >
        All stories
      </Link>
      <Link
        to="/flow"
        search={{ tab: 'exit', list: 'mine' }}
        resetScroll={false}
        activeOptions={EXACT}
        aria-current={list === 'mine' ? 'page' : undefined}
        className={linkClasses}
      >
        My stories
        {waiting ? <span className="text-sm font-normal">{waiting}</span> : null}
      </Link>
      <Link
        to="/flow"
        search={{ tab: 'exit', list: 'prayer' }}
        resetScroll={false}
        activeOptions={EXACT}
        aria-current={list === 'prayer' || list === 'answered' ? 'page' : undefined}
        className={linkClasses}
      >
        Prayer
      </Link>
    </nav>
  )
}
