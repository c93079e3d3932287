import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { pendingStoriesQuery } from '#web/features/admin/queue/queries.ts'
import { ReviewQueue } from '#web/features/admin/queue/review-queue.tsx'
import { StoryCard } from '#web/features/admin/queue/story-card.tsx'
import { approval, storySubject } from '#web/features/admin/queue/story-decisions.ts'
import { CATEGORY_LABELS } from '#web/features/stories/story-labels.ts'
import { hardnessOf } from '#web/lib/hard-words.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Stories waiting for approval. Those with crisis words come first. */
export function StoriesPanel(): ReactElement {
  const client = useQueryClient()
  /** Selected tags that are not saved yet, by story. */
  const [chosen, setChosen] = useState<ReadonlyMap<number, string[]>>(new Map())
  const tagsOf = (story: Story): string[] => chosen.get(story.id) ?? story.tags
  return (
    <section aria-labelledby="pending-stories" className="flex flex-col gap-4">
      <h2 id="pending-stories">Waiting for approval</h2>
      <ReviewQueue
        label="Stories waiting for approval"
        noun="story"
        claimable="story"
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
        <Link to="/admin" search={{ tab: 'active-stories' }}>
          See active stories
        </Link>
      </Button>
    </EmptyState>
  )
}
