import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { prefetchStory } from '#web/features/stories/queries.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The story was opened from the list, which is one step back in the history. */
    isFromStoryList?: boolean
  }
}

interface StoryLinkProps {
  storyId: number
  className?: string
  /** Takes the focus when it appears: the reader is back from this story. */
  isReturn?: boolean
  children: ReactNode
}

/** Opens a story from the list. It and its replies are fetched while the pointer comes near. */
export function StoryLink(props: StoryLinkProps): ReactElement {
  const { storyId, className, isReturn, children } = props
  const queryClient = useQueryClient()
  const prefetch = (): void => prefetchStory(queryClient, storyId)
  return (
    <Link
      to="/flow"
      search={{ story: storyId }}
      state={{ isFromStoryList: true }}
      className={className}
      onMouseEnter={prefetch}
      onFocus={prefetch}
      ref={isReturn ? focusQuietly : undefined}
    >
      {children}
    </Link>
  )
}

function focusQuietly(link: HTMLAnchorElement | null): void {
  link?.focus({ preventScroll: true })
}

/** Goes back to the list as it was, or to its start for who came by another way. */
export function useLeaveStory(): () => void {
  const { history } = useRouter()
  const navigate = useNavigate()
  const isFromList = useLocation({ select: ({ state }) => state.isFromStoryList })
  return () => {
    if (isFromList) history.back()
    else void navigate({ to: '/flow', search: { tab: 'exit' } })
  }
}
