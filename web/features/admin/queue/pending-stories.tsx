import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Dispatch, type ReactElement, type SetStateAction, useRef, useState } from 'react'
import type { StoryHistoryEntry } from '#contract/review.ts'
import type { PendingStory, Story } from '#contract/stories.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { AuthorMenu } from '#web/features/admin/author-menu.tsx'
import { pendingStoriesQuery, storyHistoryQuery } from '#web/features/admin/queue/queries.ts'
import { RejectDialog } from '#web/features/admin/queue/reject-dialog.tsx'
import { DecisionButton, ReviewCard } from '#web/features/admin/queue/review-card.tsx'
import { ReviewQueue } from '#web/features/admin/queue/review-queue.tsx'
import {
  approval,
  canBeApproved,
  rejection,
  storySubject,
} from '#web/features/admin/queue/story-decisions.ts'
import { useKeys } from '#web/features/admin/queue/use-keys.ts'
import type { Review } from '#web/features/admin/queue/use-review.ts'
import { StoryBody, StoryFacts } from '#web/features/admin/story-parts.tsx'
import { TagPicker } from '#web/features/admin/tag-picker.tsx'
import { tagsQuery } from '#web/features/stories/queries.ts'
import { CATEGORY_LABELS } from '#web/features/stories/story-labels.ts'
import { hardnessOf } from '#web/lib/hard-words.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { reasonDraftKey } from '#web/lib/reason-draft.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export async function loadStories({ client }: AdminLoad): Promise<void> {
  await Promise.all([prefetch(client, pendingStoriesQuery), client.prefetchQuery(tagsQuery)])
}

/** Stories waiting for approval. Those with crisis words come first. */
export function PendingStories(): ReactElement {
  const client = useQueryClient()
  /** Selected tags that are not saved yet, by story. */
  const [chosen, setChosen] = useState<ReadonlyMap<number, string[]>>(new Map())
  const tagsOf = (story: Story): string[] => chosen.get(story.id) ?? story.tags
  return (
    <section aria-labelledby="pending-stories" className="flex flex-col gap-4">
      <h2 id="pending-stories" className="sr-only">
        Waiting for approval
      </h2>
      <ReviewQueue
        kind="story"
        label="Stories waiting for approval"
        noun="story"
        list={useQuery(pendingStoriesQuery)}
        textOf={textOf}
        rowOf={({ title, category, content }) => ({
          title,
          detail: `${CATEGORY_LABELS[category]}${content === null ? ' · Voice' : ''}`,
        })}
        subjectOf={storySubject}
        versionOf={({ submittedAt }) => submittedAt ?? null}
        decidedOf={({ id, submittedAt, createdAt }) => ({
          subject: 'story',
          id,
          since: submittedAt ?? createdAt,
          actions: ['story-approved', 'story-rejected', 'story-removed'],
        })}
        empty={<NothingWaits />}
        renderItem={(story, review) => (
          <StoryCard
            story={story}
            review={review}
            tags={tagsOf(story)}
            onTags={(next) =>
              setChosen((before) => {
                const now = before.get(story.id) ?? story.tags
                return new Map(before).set(story.id, typeof next === 'function' ? next(now) : next)
              })
            }
          />
        )}
        bulk={{
          label: 'Approve selected',
          reasonAgainst: (story) => {
            if (hardnessOf(textOf(story)))
              return 'It may be hard to read: it needs its own decision.'
            return story.content === null
              ? 'It’s a recording: it needs its own decision.'
              : undefined
          },
          decisionOf: (story) => approval(client, { story, tags: tagsOf(story) }),
        }}
      />
    </section>
  )
}

function textOf({ title, content, caption }: Story): string {
  return [title, content, caption].filter(Boolean).join('\n')
}

function NothingWaits(): ReactElement {
  return (
    <EmptyState message="No stories are waiting">
      <Button variant="outline" asChild>
        <Link to="/admin/active-stories">See active stories</Link>
      </Button>
    </EmptyState>
  )
}

interface StoryCardProps {
  story: PendingStory
  review: Review
  tags: string[]
  onTags: Dispatch<SetStateAction<string[]>>
}

/** A pending story with its decisions. */
function StoryCard({ story, review, tags, onTags }: StoryCardProps): ReactElement {
  const client = useQueryClient()
  const draftKey = reasonDraftKey('rejection', { memberId: useMember().id, storyId: story.id })
  const picker = useRef<HTMLDivElement>(null)
  useKeys({ t: () => picker.current?.querySelector<HTMLElement>('button, input')?.focus() })
  return (
    <ReviewCard
      review={review}
      noun="story"
      name={story.title}
      title={review.cover.isCovered ? 'A story that may be hard to read' : story.title}
      facts={
        <>
          <Badge variant="gold">Pending Approval</Badge>
          <StoryFacts story={story} date={story.submittedAt ?? story.createdAt} />
        </>
      }
      decisions={
        <>
          {story.mine ? null : (
            <AuthorMenu
              author={{ storyId: story.id }}
              about={story.title}
              actions={['warn', 'suspend']}
              isDisabled={!review.isOpen}
            />
          )}
          <RejectDialog
            review={review}
            noun="story"
            name={story.title}
            draftKey={draftKey}
            rejection={(reason, onDone) => rejection(client, { story, reason, onDone })}
          />
          <DecisionButton
            review={review}
            label="Approve"
            name={story.title}
            shortcut="A"
            isDisabled={!canBeApproved(story)}
            onPress={() => review.decide(approval(client, { story, tags }))}
          />
        </>
      }
    >
      <StoryBody story={story} />
      <StoryHistory storyId={story.id} />
      <div ref={picker}>
        <TagPicker selected={tags} onSelect={onTags} isDisabled={review.isTaken} />
      </div>
    </ReviewCard>
  )
}

const WORDS: Record<StoryHistoryEntry['kind'], string> = {
  submitted: 'Submitted',
  resubmitted: 'Submitted again',
  approved: 'Approved',
  returned: 'Returned to its author',
  unpublished: 'Unpublished',
  reported: 'Reported',
  kept: 'Kept after a report',
  warned: 'Author warned',
}

/** A story's history. Fetched when it is opened. */
function StoryHistory({ storyId }: { storyId: number }): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Disclosure summary="History" className="border-b-0" onOpenChange={setIsOpen}>
      {isOpen ? <Entries storyId={storyId} /> : null}
    </Disclosure>
  )
}

function Entries({ storyId }: { storyId: number }): ReactElement {
  const history = useQuery(storyHistoryQuery(storyId))
  if (history.isLoadingError) return <QueryError query={history} />
  if (!history.data) return <Skeleton className="h-20" />
  return (
    <ol aria-label="History of this story" className="flex flex-col gap-3">
      {history.data.map(({ kind, at, reason, anonymousUsername }) => (
        <li key={`${kind} ${at}`} className="flex flex-col gap-1 border-l-3 border-line pl-4">
          <p>
            {WORDS[kind]}
            {anonymousUsername ? (
              <>
                {' '}
                by <bdi>{anonymousUsername}</bdi>
              </>
            ) : null}{' '}
            ·{' '}
            <span className="text-ink-quiet">
              <RelativeTime date={at} />
            </span>
          </p>
          {reason ? (
            <p dir="auto" className="whitespace-pre-wrap text-ink-quiet">
              {reason}
            </p>
          ) : null}
        </li>
      ))}
    </ol>
  )
}
