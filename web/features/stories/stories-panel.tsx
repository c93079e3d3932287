import type { QueryClient } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { type DateText, logicalDate } from '#contract/logical-date.ts'
import { FIRST_OWN, ownPrayersQuery, prayerListQuery } from '#web/features/prayer/queries.ts'
import { ownSecondLooksQuery } from '#web/features/second-looks/queries.ts'
import {
  listQueryOf,
  neighborQueryOf,
  STORIES_PER_PAGE,
  type StoryListSearch,
} from '#web/features/stories/flow-search.ts'
import { LATEST, MyStories } from '#web/features/stories/my-stories.tsx'
import {
  myStoriesQuery,
  neighborsQuery,
  repliesQuery,
  storiesQuery,
  storyQuery,
  tagsQuery,
} from '#web/features/stories/queries.ts'
import {
  ShareStoryButton,
  ShareStoryCard,
  useShareStory,
} from '#web/features/stories/share-story.tsx'
import { StoriesHead } from '#web/features/stories/stories-head.tsx'
import { StoryDetail } from '#web/features/stories/story-detail.tsx'
import { FilterButton, StoryList } from '#web/features/stories/story-list.tsx'
import { type MemberLoad, pageIn, pagesIn } from '#web/lib/load.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { prefetch } from '#web/lib/prefetch.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

const PrayerLists = onDemand(
  () => import('#web/features/prayer/prayer-lists.tsx'),
  'PrayerLists',
  <Skeleton className="h-96 w-full rounded-xl" />,
)

/** Reads the story or the list in the address. */
export async function loadStories({ client, user, now, search }: MemberLoad): Promise<void> {
  const { story, list } = search
  if (typeof story === 'number') return loadStory(client, { id: story, search })
  await Promise.all([
    prefetch(client, myStoriesQuery(LATEST)),
    client.prefetchQuery(tagsQuery),
    list === 'prayer' || list === 'answered' || list === 'asked'
      ? loadPrayers(client, {
          list,
          today: logicalDate(now, user.timeZone),
          pages: pagesIn(search),
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
  const story = client.getQueryData(storyQuery(id).queryKey)
  if (story?.mine && story.status === 'rejected') await prefetch(client, ownSecondLooksQuery)
}

async function loadPrayers(
  client: QueryClient,
  input: { list: 'prayer' | 'answered' | 'asked'; today: DateText; pages: number },
): Promise<void> {
  const { list, today, pages } = input
  const shown = list === 'prayer' ? 'open' : 'answered'
  await Promise.all([
    PrayerLists.preload(),
    prefetch(client, ownPrayersQuery(FIRST_OWN)),
    prefetch(client, ownSecondLooksQuery),
    list === 'asked'
      ? undefined
      : client.prefetchInfiniteQuery({ ...prayerListQuery({ list: shown, today }), pages }),
  ])
}

/** The list of stories, or the single story in the address. */
export function StoriesPanel(): ReactElement {
  const { story, list } = useSearch({ from: '/flow' })
  const writingSince = useLocation({ select: ({ state }) => state.writingSince })
  const [lastStory, setLastStory] = useState(story)
  if (story && story !== lastStory) setLastStory(story)
  if (story) return <StoryDetail key={story} storyId={story} />
  if (list === 'prayer' || list === 'answered' || list === 'asked')
    return <PrayerLists list={list} />
  // An open form would not read a new draft, so the key remounts it.
  return <Stories key={writingSince} isMine={list === 'mine'} returnTo={lastStory} />
}

interface StoriesProps {
  /** Whether the member's own stories are shown. */
  isMine: boolean
  /** The story that the reader has just come back from. */
  returnTo: number | undefined
}

function Stories({ isMine, returnTo }: StoriesProps): ReactElement {
  const share = useShareStory()
  return (
    <div className="flex flex-col gap-3">
      <StoriesHead button={<ShareStoryButton {...share} />}>
        {isMine ? null : <FilterButton />}
      </StoriesHead>
      <ShareStoryCard {...share} />
      {isMine ? <MyStories returnTo={returnTo} /> : <StoryList returnTo={returnTo} />}
    </div>
  )
}
