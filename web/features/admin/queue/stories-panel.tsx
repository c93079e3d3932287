import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { pendingStoriesKey, pendingStoriesQuery } from '#web/features/admin/queries.ts'
import { Queue } from '#web/features/admin/queue/queue.tsx'
import { approval, storySubject } from '#web/features/admin/queue/story-decisions.ts'
import { StoryItem } from '#web/features/admin/queue/story-item.tsx'
import { CATEGORY_LABELS } from '#web/features/stories/story-labels.ts'
import { type Hardness, hardnessOf } from '#web/lib/hard-words.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { decide } from '#web/lib/undo.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Stories waiting for approval. Those with crisis words come first. */
export function StoriesPanel(): ReactElement {
  const client = useQueryClient()
  const list = useQuery(pendingStoriesQuery)
  useRefreshOn('review', pendingStoriesKey)
  /** Selected tags that are not saved yet, by story. */
  const [chosen, setChosen] = useState<ReadonlyMap<number, string[]>>(new Map())
  const tagsOf = (story: Story): string[] => chosen.get(story.id) ?? story.tags
  return (
    <section aria-labelledby="pending-stories" className="flex flex-col gap-4">
      <h2 id="pending-stories">Waiting for approval</h2>
      <Queue
        label="Stories waiting for approval"
        noun="story"
        list={list}
        hardnessOf={hardnessOfStory}
        rowOf={({ title, category, content }) => ({
          title,
          detail: `${CATEGORY_LABELS[category]}${content === null ? ' · Voice' : ''}`,
        })}
        subjectOf={storySubject}
        decidedOf={({ id, submittedAt, createdAt }) => ({
          subject: 'story',
          id,
          since: submittedAt ?? createdAt,
          actions: ['story-approved', 'story-rejected', 'story-removed'],
        })}
        empty={<NothingWaits />}
        renderItem={(story, given) => (
          <StoryItem
            story={story}
            tags={tagsOf(story)}
            onTags={(next) =>
              setChosen((before) => {
                const now = before.get(story.id) ?? story.tags
                return new Map(before).set(story.id, typeof next === 'function' ? next(now) : next)
              })
            }
            {...given}
          />
        )}
        bulk={{
          label: 'Approve selected',
          // A recording must be listened to, and a hard text deserves a decision of its own.
          isSafe: (story) => story.content !== null && hardnessOfStory(story) === undefined,
          decide: (stories) =>
            decide(stories.map((story) => approval(client, { story, tags: tagsOf(story) }))),
        }}
      />
    </section>
  )
}

function hardnessOfStory({ title, content, caption }: Story): Hardness | undefined {
  return hardnessOf([title, content, caption].filter(Boolean).join('\n'))
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
