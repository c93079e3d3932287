import type { QueryClient } from '@tanstack/react-query'
import { Link, useLocation, useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { logicalDate } from '#contract/logical-date.ts'
import type { Story } from '#contract/stories.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { FIRST_OWN, ownPrayersQuery, prayerListQuery } from '#web/features/prayer/queries.ts'
import { storyDraftKey } from '#web/features/stories/drafts.ts'
import {
  listQueryOf,
  neighborQueryOf,
  STORIES_PER_PAGE,
  type StoryListSearch,
} from '#web/features/stories/flow-search.ts'
import { FocusOnAppear } from '#web/features/stories/focus-on-appear.tsx'
import { LazyStoryForm } from '#web/features/stories/lazy-story-form.tsx'
import { LATEST, MyStories, useWaitingLabel } from '#web/features/stories/my-stories.tsx'
import {
  myStoriesQuery,
  neighborsQuery,
  repliesQuery,
  storiesQuery,
  storyQuery,
  tagsQuery,
} from '#web/features/stories/queries.ts'
import { StoryDetail } from '#web/features/stories/story-detail.tsx'
import { StoryList } from '#web/features/stories/story-list.tsx'
import { StoryStart } from '#web/features/stories/story-start.tsx'
import { type MemberLoad, pageIn } from '#web/lib/load.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { prefetch } from '#web/lib/prefetch.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const linkClasses =
  'flex min-h-11 flex-col justify-center gap-x-2 rounded-lg px-4 py-1.5 leading-tight font-medium text-ink-quiet hover:text-ink aria-[current]:bg-surface aria-[current]:text-ink aria-[current]:shadow-lift sm:flex-row sm:items-center'

/** Without this, a link is current on every address that starts with its own. */
const EXACT = { exact: true }

const AskCard = onDemand(
  () => import('#web/features/prayer/ask-card.tsx'),
  'AskCard',
  <Skeleton className="h-56 w-full rounded-xl" />,
)

const PrayerList = onDemand(
  () => import('#web/features/prayer/prayer-list.tsx'),
  'PrayerList',
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

/** `shared` has the story that was just sent; `queued` means it waits on this device to be sent. */
type Stage = { name: 'start' | 'closed' | 'open' | 'queued' } | { name: 'shared'; story: Story }

/**
 * The form stays closed until the member wants to write, or arrives with a draft begun in the
 * journal or from an answered prayer.
 */
function ShareStoryCard(): ReactElement {
  const writingSince = useLocation({ select: ({ state }) => state.writingSince })
  // An open form would not read the new draft, so the key remounts it.
  return <ShareStory key={writingSince} isWriting={writingSince !== undefined} />
}

function ShareStory({ isWriting }: { isWriting: boolean }): ReactElement {
  const draftKey = storyDraftKey(useMember().id)
  // After a reload, only the browser's history knows that the member was writing.
  const [stage, setStage] = useStoredState<Stage>(() => ({ name: isWriting ? 'open' : 'start' }), {
    name: 'start',
  })
  const isClosed = stage.name === 'start' || stage.name === 'closed'
  const handleOpen = (): void => setStage({ name: 'open' })
  return (
    <Card
      aria-labelledby="share-story"
      className={
        isClosed
          ? 'border-0 bg-transparent p-0 sm:flex sm:flex-wrap sm:items-center sm:justify-between sm:gap-x-4 sm:p-0'
          : undefined
      }
    >
      <ShareStoryIntro isClosed={isClosed} />
      <FocusOnAppear key={stage.name} isOff={stage.name === 'start'}>
        {stage.name === 'shared' ? <SharedNotice story={stage.story} /> : null}
        {stage.name === 'queued' ? <QueuedNotice /> : null}
        {stage.name === 'open' ? (
          <LazyStoryForm
            draftKey={draftKey}
            onSaved={(story) => setStage({ name: 'shared', story })}
            onQueued={() => setStage({ name: 'queued' })}
            close={{ label: 'Continue later', onPress: () => setStage({ name: 'closed' }) }}
          />
        ) : (
          <StoryStart draftKey={draftKey} onOpen={handleOpen} />
        )}
      </FocusOnAppear>
    </Card>
  )
}

function SharedNotice({ story }: { story: Story }): ReactElement {
  return (
    <Notice variant="success" title="For Approval" className="mb-5">
      <p>
        Thank you for sharing. Our team will review{' '}
        <Link to="/flow" search={{ story: story.id }} state={{ listSteps: 1 }}>
          <span className="font-medium underline underline-offset-2">{story.title}</span>
        </Link>{' '}
        before it’s published. Until then, find it under <MyStoriesLink />.
      </p>
    </Notice>
  )
}

function QueuedNotice(): ReactElement {
  return (
    <Notice title="Saved on this device" className="mb-5">
      <p>
        Your story will be sent when you’re back online. Until then, find it under <MyStoriesLink />
        .
      </p>
    </Notice>
  )
}

function MyStoriesLink(): ReactElement {
  return (
    <Link
      to="/flow"
      search={{ tab: 'exit', list: 'mine' }}
      className="font-medium underline underline-offset-2"
    >
      My stories
    </Link>
  )
}

/** One line while the form is closed. On a phone, only the button next to it fits. */
function ShareStoryIntro({ isClosed }: { isClosed: boolean }): ReactElement {
  return (
    <CardHeader className={isClosed ? 'mb-0' : undefined}>
      <CardTitle id="share-story" className={isClosed ? 'max-sm:sr-only' : undefined}>
        Share Your Story Testimonials & Ask Folx? (Q&A)
      </CardTitle>
      {isClosed ? null : (
        <CardDescription>
          Written or spoken, under your community username. Our team reviews each story before it’s
          published.
        </CardDescription>
      )}
    </CardHeader>
  )
}

/** Chooses between all stories, the member's own and prayer requests. */
function StoryLists(): ReactElement {
  const { list } = useSearch({ from: '/flow' })
  const waiting = useWaitingLabel()
  return (
    <nav
      aria-label="Which stories"
      className="flex flex-wrap gap-1 self-start rounded-xl bg-sand p-1"
    >
      <Link
        to="/flow"
        search={{ tab: 'exit' }}
        resetScroll={false}
        activeOptions={EXACT}
        aria-current={list ? undefined : 'page'}
        className={linkClasses}
      >
        All stories
      </Link>
      <Link
        to="/flow"
        search={{ tab: 'exit', list: 'mine' }}
        resetScroll={false}
        activeOptions={EXACT}
        aria-current={list === 'mine' ? 'page' : undefined}
        className={linkClasses}
      >
        My stories
        {waiting ? <span className="text-sm font-normal">{waiting}</span> : null}
      </Link>
      <Link
        to="/flow"
        search={{ tab: 'exit', list: 'prayer' }}
        resetScroll={false}
        activeOptions={EXACT}
        aria-current={list === 'prayer' || list === 'answered' ? 'page' : undefined}
        className={linkClasses}
      >
        Prayer
      </Link>
    </nav>
  )
}
