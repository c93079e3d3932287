import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useEffect, useEffectEvent } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import type { Story } from '#contract/stories.ts'
import { SystemActions } from '#web/features/actions/checklist.tsx'
import { todayOf } from '#web/features/actions/queries.ts'
import { firstMorningQuery } from '#web/features/dashboard/queries.ts'
import { clockText } from '#web/features/stories/player/clock-text.ts'
import { storyListsKey, storyQuery } from '#web/features/stories/queries.ts'
import { call } from '#web/lib/api.ts'
import { storyCalls } from '#web/lib/calls.gen.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

interface LaterStepProps {
  step: 'action' | 'encourage'
  today: DateText
  onDone: () => void
}

/** The steps of a day that most pages don't begin with. */
export function LaterStep({ step, today, onDone }: LaterStepProps): ReactElement {
  return step === 'action' ? <ActionStep today={today} /> : <EncourageStep onDone={onDone} />
}

/** The five fixed actions; the first tick is the day's step. */
function ActionStep({ today }: { today: DateText }): ReactElement {
  return (
    <>
      <SystemActions day={todayOf(today)} />
      <Button asChild variant="link" className="mt-1">
        <Link to="/flow" search={{ tab: 'faith' }}>
          All my actions
        </Link>
      </Button>
    </>
  )
}

/** The beginning of somebody's story, with a heart to send. The step is over if there is nobody. */
function EncourageStep({ onDone }: { onDone: () => void }): ReactElement {
  const choice = useQuery(firstMorningQuery)
  const storyId = choice.data?.storyToEncourageId
  const story = useQuery({ ...storyQuery(storyId ?? 0), enabled: Boolean(storyId) })
  const isOver = storyId === null
  const end = useEffectEvent(onDone)
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  if (story.data) return <Encourage story={story.data} onDone={onDone} />
  const failed = [choice, story].find(({ error }) => error)
  return failed ? <QueryError query={failed} /> : <Skeleton className="h-36" />
}

function Encourage({ story, onDone }: { story: Story; onDone: () => void }): ReactElement {
  const client = useQueryClient()
  const heart = useAction({
    call: () => call(storyCalls.react, { body: { storyId: story.id, reaction: 'heart' } }),
    done: 'Reaction added!',
    failed: 'Your reaction was not saved',
    onDone: () => {
      void client.invalidateQueries({ queryKey: storyListsKey })
      onDone()
    },
  })
  const words = story.content ?? story.caption
  return (
    <>
      <h3 dir="auto" className="line-clamp-2 text-base">
        {story.title}
      </h3>
      <p className="text-sm text-ink-quiet">
        <bdi>{story.anonymousUsername}</bdi> · <RelativeTime date={story.createdAt} />
      </p>
      <p className="mt-2 line-clamp-4 max-w-prose">
        {words ?? `Voice story · ${clockText(Math.round(story.audioDuration ?? 0))}`}
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 pt-4">
        <Button variant="outline" busy={heart.isPending} onClick={() => heart.run()}>
          Send a heart
        </Button>
        <Button asChild variant="link">
          <Link to="/flow" search={{ story: story.id }}>
            Read the story
          </Link>
        </Button>
      </div>
    </>
  )
}
