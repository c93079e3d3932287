import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { storyEndpoints } from '#contract/stories.ts'
import { myStoriesQuery } from '#web/features/stories/queries.ts'
import { CATEGORY_LABELS } from '#web/features/stories/story-labels.ts'
import { StoryLink } from '#web/features/stories/story-link.tsx'
import { StoryStatusBadge } from '#web/features/stories/story-status.tsx'
import { useOutbox } from '#web/lib/outbox/outbox-state.ts'
import { aText, fieldsOf } from '#web/lib/shape.ts'
import { Badge } from '#web/ui/badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const Titled = fieldsOf<{ title: string }>({ title: aText })

/** Among so many of one's latest stories those that nobody else sees yet are looked for. */
export const LATEST = { page: 1, pageSize: 20 }

/**
 * The member's own stories that wait for the network, wait for approval or came back. Nothing when
 * there are none.
 */
export function WaitingStories(): ReactElement | null {
  const { data } = useQuery(myStoriesQuery(LATEST))
  const unsent = useUnsentTitles()
  const waiting = data?.items.filter((story) => story.status !== 'approved') ?? []
  if (waiting.length === 0 && unsent.length === 0) return null
  return (
    <section aria-labelledby="waiting-stories" className="flex flex-col gap-3">
      <h2 id="waiting-stories" className="text-xl">
        Your stories in review
      </h2>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {unsent.map(({ id, title }) => (
          <li
            key={`unsent ${id}`}
            className="flex flex-col gap-2 rounded-lg border border-line border-dashed p-4"
          >
            <Badge className="self-start">Not sent yet</Badge>
            <p className="line-clamp-2 font-medium">{title}</p>
          </li>
        ))}
        {waiting.map((story) => (
          <li
            key={story.id}
            className="relative flex flex-col gap-2 rounded-lg border border-line bg-surface p-4 transition-shadow hover:shadow-lift"
          >
            <StoryStatusBadge story={story} />
            <StoryLink
              storyId={story.id}
              className="line-clamp-2 font-medium after:absolute after:inset-0"
            >
              {story.title}
            </StoryLink>
            <p className="text-sm text-ink-quiet">
              {CATEGORY_LABELS[story.category]} · <RelativeTime date={story.createdAt} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useUnsentTitles(): { id: number; title: string }[] {
  const { waiting } = useOutbox()
  return waiting
    .filter(({ method, url }) => method === 'POST' && url === storyEndpoints.create.path)
    .map(({ id, body }) => ({ id, title: Titled.safeParse(body).data?.title ?? 'Your story' }))
}
