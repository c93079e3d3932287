import { Link } from '@tanstack/react-router'
import { Mic } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Story, StoryStatus } from '#contract/stories.ts'
import { Badge } from '#web/ui/badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const STATES = {
  pending: { label: 'For Approval', variant: 'gold' },
  approved: { label: 'Approved', variant: 'default' },
  rejected: { label: 'Needs a change', variant: 'destructive' },
} as const satisfies Record<StoryStatus, unknown>

export function OwnStoryRow({ story }: { story: Story }): ReactElement {
  const state = STATES[story.status]
  return (
    <li className="flex flex-col gap-2 py-4">
      <div className="flex items-start justify-between gap-3">
        <Link
          to="/flow"
          search={{ story: story.id }}
          className="min-w-0 font-medium text-ink underline-offset-4 hover:underline"
        >
          {story.title}
        </Link>
        <Badge variant={state.variant} className="shrink-0">
          {state.label}
        </Badge>
      </div>
      <StoryFacts story={story} />
      {story.status === 'rejected' ? <ReturnNote story={story} /> : null}
    </li>
  )
}

function StoryFacts({ story }: { story: Story }): ReactElement {
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-quiet">
      {story.audioState ? (
        <span className="inline-flex items-center gap-1">
          <Mic aria-hidden size={16} />
          Voice story
        </span>
      ) : null}
      <RelativeTime date={story.createdAt} />
      {story.replyCount > 0 ? (
        <span>{story.replyCount === 1 ? '1 reply' : `${story.replyCount} replies`}</span>
      ) : null}
    </p>
  )
}

/** Why a story was returned, with a link to edit it. */
function ReturnNote({ story }: { story: Story }): ReactElement {
  return (
    <div className="rounded-lg bg-sand px-4 py-3">
      <p className="whitespace-pre-line">{story.rejectionReason}</p>
      <Link
        to="/flow"
        search={{ story: story.id }}
        className="inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-4"
      >
        Edit and submit again
      </Link>
    </div>
  )
}
