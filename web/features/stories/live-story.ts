import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { StoryEvent } from '#contract/events.ts'
import type { Reply } from '#contract/stories.ts'
import { repliesQuery, storyQuery } from '#web/features/stories/queries.ts'
import { linesQuery, ownTranscriptQuery } from '#web/features/stories/transcript/queries.ts'
import { onLive, refreshMissed } from '#web/lib/live.ts'
import { aWholeNumber, fieldsOf } from '#web/lib/shape.ts'

const StoryData = fieldsOf<StoryEvent>({ id: aWholeNumber })

/** Random refetch delay that spreads readers over time and combines events in quick succession. */
const SOONEST_MS = 300
const LATEST_MS = 1_000

/** Calls `listener` when a story may have changed. Returns a function that stops listening. */
function onStory(storyId: number, listener: () => void): () => void {
  const stops = [
    onLive('story', (data) => {
      if (StoryData.safeParse(JSON.parse(data)).data?.id === storyId) listener()
    }),
    onLive('reload', listener),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Refetches an open story and its replies when they change. */
export function useLiveStory(storyId: number): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const shown = [
      storyQuery(storyId),
      repliesQuery(storyId),
      linesQuery(storyId),
      ownTranscriptQuery(storyId),
    ]
    const refresh = (): void => {
      timer = undefined
      for (const { queryKey } of shown) {
        void queryClient.invalidateQueries({ queryKey })
      }
    }
    const stop = onStory(storyId, () => {
      const delay = SOONEST_MS + Math.random() * (LATEST_MS - SOONEST_MS)
      timer ??= setTimeout(refresh, delay)
    })
    for (const { queryKey } of shown) refreshMissed(queryClient, 'story', queryKey)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [queryClient, storyId])
}

/** The replies at the time of the first live update. */
type KnownReplies = ReadonlyMap<number, Reply>

export interface QuietReplies {
  shown: Reply[]
  /**
   * Replies that arrived while the thread was open, oldest first; shown when the reader asks for
   * them.
   */
  fresh: Reply[]
  /** Shows the fresh replies. */
  reveal: () => void
}

/**
 * Holds back new replies by others while a thread is open, so that the text being read doesn't
 * move. The reply being answered stays visible even if it is deleted meanwhile.
 */
export function useQuietReplies(input: {
  storyId: number
  replies: Reply[]
  /** Whether the server has listed the replies since the thread was opened. */
  isFresh: boolean
  answeredId: number | null
}): QuietReplies {
  const { storyId, replies, isFresh, answeredId } = input
  const [known, setKnown] = useState<KnownReplies>()
  // The replies present at the first live update have already been on screen.
  const hold = useEffectEvent(() =>
    setKnown(known ?? new Map(replies.map((reply) => [reply.id, reply]))),
  )
  useEffect(() => onStory(storyId, () => hold()), [storyId])
  const answered = useAnswered(replies, isFresh ? answeredId : null)
  const parts = useMemo(() => quietly(replies, known, answered), [replies, known, answered])
  return { ...parts, reveal: () => setKnown(undefined) }
}

/** The reply being answered, as it was before any deletion. */
function useAnswered(replies: Reply[], answeredId: number | null): Reply | undefined {
  const [seen, setSeen] = useState<Reply>()
  const current = replies.find(({ id, isDeleted }) => id === answeredId && !isDeleted)
  if (current && current !== seen) setSeen(current)
  return seen?.id === answeredId ? seen : undefined
}

/**
 * Splits replies into those to show and those to hold back. Without `known`, all are shown.
 *
 * @param answered is shown even if it was deleted, or removed from the list because nobody had
 * answered it
 */
export function quietly(
  replies: Reply[],
  known: KnownReplies | undefined,
  answered?: Reply,
): Pick<QuietReplies, 'shown' | 'fresh'> {
  const isShown = ({ id, mine }: Reply): boolean => mine || !known || known.has(id)
  const shown = replies.filter((reply) => reply.id === answered?.id || isShown(reply))
  return {
    shown: answered ? withReply(shown, answered) : shown,
    fresh: replies.filter((reply) => !shown.includes(reply) && !reply.isDeleted),
  }
}

/** The replies with `one` inserted or replaced, ordered by id as on the server. */
function withReply(replies: Reply[], one: Reply): Reply[] {
  return [...replies.filter(({ id }) => id !== one.id), one].sort((a, b) => a.id - b.id)
}
