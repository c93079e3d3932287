import type { QueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { logicalDate } from '#contract/logical-date.ts'
import { FIRST_OWN, ownPrayersQuery, prayerListQuery } from '#web/features/prayer/queries.ts'
import {
  listQueryOf,
  neighborQueryOf,
  STORIES_PER_PAGE,
  type StoryListSearch,
} from '#web/features/stories/flow-search.ts'
import { MyStories } from '#web/features/stories/my-stories.tsx'
import {
  myStoriesQuery,
  neighborsQuery,
  repliesQuery,
  storiesQuery,
  storyQuery,
  tagsQuery,
} from '#web/features/stories/queries.ts'
import { ShareStoryCard } from '#web/features/stories/share-story-card.tsx'
import { StoryDetail } from '#web/features/stories/story-detail.tsx'
import { StoryList } from '#web/features/stories/story-list.tsx'
import { StoryLists } from '#web/features/stories/story-lists.tsx'
import { LATEST } from '#web/features/stories/waiting-stories.ts'
import { type MemberLoad, pageIn } from '#web/lib/load.ts'
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

/** Reads the story or the list in the address. */
export async function loadStories({ client, user, now, search }: MemberLoad): Promise<void> {
  const { story, list } = search
  if (typeof story === 'number') return loadStory(client, { id: story, search })
  await Promise.all([
    prefetch(client, myStoriesQuery(LATEST)),
    client.prefetchQuery(tagsQuery),
    list === 'prayer' || list === 'answered'
      ? loadPrayers(client, {
          list: list === 'prayer' ? 'open' : 'answered',
          today: logicalDate(now, user.timeZone),
        })
      : list === 'mine'
        ? prefetch(client, myStoriesQuery({ page: pageIn(search), pageSize: STORIES_PER_PAGE }))
        : prefetch(client, storiesQuery(listQueryOf(search))),
  ])
}

async function loadStory(
  client: QueryClient,
  { id, search }: { id: number; search: StoryListSearch },
): Promise<void> {
  await Promise.all([
    prefetch(client, storyQuery(id)),
    prefetch(client, repliesQuery(id)),
    prefetch(client, neighborsQuery(id, neighborQueryOf(search))),
  ])
}

async function loadPrayers(
  client: QueryClient,
  input: Parameters<typeof prayerListQuery>[0],
): Promise<void> {
  await Promise.all([
    prefetch(client, ownPrayersQuery(FIRST_OWN)),
    client.prefetchInfiniteQuery(prayerListQuery(input)),
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
