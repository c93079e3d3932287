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
import { prefetch } from '#web/lib/prefetch.ts'

/** Reads what the panel shows first. */
export async function loadStories(client: QueryClient): Promise<void> {
  await Promise.all([
    prefetch(client, storiesQuery(listQueryOf({}))),
    prefetch(client, myStoriesQuery(LATEST)),
    client.prefetchQuery(tagsQuery),
  ])
}

/** The list of stories, or the one that the address names. */
export function StoriesPanel(): ReactElement {
  const { story, list } = useSearch({ from: '/flow' })
  const [lastStory, setLastStory] = useState(story)
  if (story && story !== lastStory) setLastStory(story)
  if (story) return <StoryDetail key={story} storyId={story} />
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
