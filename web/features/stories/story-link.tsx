import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { MouseEvent, ReactElement, ReactNode } from 'react'
import { listSearchOf } from '#web/features/stories/flow-search.ts'
import { prefetchStory } from '#web/features/stories/queries.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** How many steps back in the history the list is from which the story was opened. */
    listSteps?: number
  }
}

interface StoryLinkProps {
  storyId: number
  className?: string
  /** Takes the focus when it appears: the reader is back from this story. */
  isReturn?: boolean
  children: ReactNode
}

/**
 * Opens a story from the list. The address keeps the list's filters, so that the reader can go on to
 * the next story. The story and its replies are fetched while the pointer comes near.
 */
export function StoryLink(props: StoryLinkProps): ReactElement {
  const { storyId, className, isReturn, children } = props
  const list = listSearchOf(useSearch({ from: '/flow' }))
  const queryClient = useQueryClient()
  const prefetch = (): void => prefetchStory(queryClient, storyId)
  return (
    <Link
      to="/flow"
      search={{ story: storyId, ...list }}
      state={{ listSteps: 1 }}
      className={className}
      onMouseEnter={prefetch}
      viewTransition={mayMove()}
      onClick={growTitle}
      onFocus={prefetch}
      ref={isReturn ? focusQuietly : undefined}
    >
      {children}
    </Link>
  )
}

/** Nothing moves for people who ask their device for less motion. */
function mayMove(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** The title of the card becomes the title of the open story, where the browser can show that. */
function growTitle(event: MouseEvent<HTMLElement>): void {
  const staysHere = event.ctrlKey || event.metaKey || event.shiftKey
  const heading = event.currentTarget.closest('h3')
  if (heading && !staysHere) heading.style.viewTransitionName = 'story-title'
}

function focusQuietly(link: HTMLAnchorElement | null): void {
  link?.focus({ preventScroll: true })
}

/** Goes back to the list as it was, or to its start for someone who came by another way. */
export function useLeaveStory(): () => void {
  const { history } = useRouter()
  const navigate = useNavigate()
  const list = listSearchOf(useSearch({ from: '/flow' }))
  const listSteps = useLocation({ select: ({ state }) => state.listSteps })
  return () => {
    if (listSteps) history.go(-listSteps)
    else void navigate({ to: '/flow', search: { tab: 'exit', ...list } })
  }
}
