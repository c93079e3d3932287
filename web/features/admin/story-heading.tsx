import type { ReactElement, ReactNode } from 'react'
import type { Story } from '#contract/stories.ts'
import { CATEGORY_LABELS } from '#web/features/stories/story-labels.ts'
import { Badge } from '#web/ui/badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

interface StoryHeadingProps {
  story: Story
  /** Replaces the plain title, for example with a link. */
  title?: ReactNode
  /** When it was submitted, ISO 8601. */
  date: string
  /** The story's state, such as a badge. */
  state?: ReactNode
}

/** A story's title, category, author and date. */
export function StoryHeading({ story, title, date, state }: StoryHeadingProps): ReactElement {
  return (
    <header className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0">{title ?? story.title}</h3>
        {state}
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-quiet">
        <Badge variant="neutral">{CATEGORY_LABELS[story.category]}</Badge>
        <span className="min-w-0">by {story.anonymousUsername}</span>
        <RelativeTime date={date} />
      </p>
    </header>
  )
}
