import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { MouseEvent, ReactElement, ReactNode } from 'react'
import { listSearchOf } from '#web/features/stories/flow-search.ts'
import { prefetchStory } from '#web/features/stories/queries.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** How many history steps back the list is that the story was opened from. */
    listSteps?: number
  }
}

interface StoryLinkProps {
  storyId: number
  className?: string
  /** Whether the reader has just come back from this story; the link then takes the focus. */
  isReturn?: boolean
  children: ReactNode
}

/**
 * Opens a story from the list. The address keeps the list's filters, so that the reader can go to
 * the next story. The story and its replies are prefetched on hover and focus.
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

/** Whether animation is allowed: not for people who prefer reduced motion. */
function mayMove(): boolean {
  return !import.meta.env.SSR && !matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Animates the card's title into the title of the open story, if the browser supports it. */
function growTitle(event: MouseEvent<HTMLElement>): void {
  const staysHere = event.ctrlKey || event.metaKey || event.shiftKey
  const heading = event.currentTarget.closest('h3')
  if (heading && !staysHere) heading.style.viewTransitionName = 'story-title'
}

function focusQuietly(link: HTMLAnchorElement | null): void {
  link?.focus({ preventScroll: true })
}

/**
 * Goes back to the list in the history, or opens the list anew for a reader who didn't come from
 * it.
 */
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
