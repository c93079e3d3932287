import type { QueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { listQueryOf } from '#web/features/stories/flow-search.ts'
import { MyStories } from '#web/features/stories/my-stories.tsx'
import { myStoriesQuery, storiesQuery, tagsQuery } from '#web/features/stories/queries.ts'
import { ShareStoryCard } from '#web/features/stories/share-story-card.tsx'
import { StoryDetail } from '#web/features/stories/story-detail.tsx'
import { StoryList } from '#web/features/stories/story-list.tsx'
import { StoryLists } from '#web/features/stories/story-lists.tsx'
import { LATEST } from '#web/features/stories/waiting-stories.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { prefetch } from '#web/lib/prefetch.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

const AskCard = onDemand(
  async () => (await import('#web/features/prayer/ask-card.tsx')).AskCard,
  <Skeleton className="h-56 w-full rounded-xl" />,
)
const PrayerList = onDemand(
  async () => (await import('#web/features/prayer/prayer-list.tsx')).PrayerList,
  <Skeleton className="h-96 w-full rounded-xl" />,
)

/** Prefetches the data that the panel shows first. */
export async function loadStories(client: QueryClient): Promise<void> {
  await Promise.all([
    prefetch(client, storiesQuery(listQueryOf({}))),
    prefetch(client, myStoriesQuery(LATEST)),
    client.prefetchQuery(tagsQuery),
  ])
}

/** The list of stories, or the single story in the address. */
export function StoriesPanel(): ReactElement {
  const { story, list } = useSearch({ from: '/flow' })
  const [lastStory, setLastStory] = useState(story)
  if (story && story !== lastStory) setLastStory(story)
  if (story) return <StoryDetail key={story} storyId={story} />
  if (list === 'prayer' || list === 'answered') return <Prayer list={list} />
  return (
    <div className="flex flex-col gap-8">
      <ShareStoryCard />
      <div className="flex flex-col gap-5">
        <StoryLists />
        {list ? <MyStories returnTo={lastStory} /> : <StoryList returnTo={lastStory} />}
      </div>
    </div>
  )
}

/** Shows prayer requests in place of the stories. */
function Prayer({ list }: { list: 'prayer' | 'answered' }): ReactElement {
  return (
    <div className="flex flex-col gap-8">
      <AskCard />
      <div className="flex flex-col gap-5">
        <StoryLists />
        <PrayerList list={list === 'prayer' ? 'open' : 'answered'} />
      </div>
    </div>
  )
}
