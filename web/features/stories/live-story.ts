import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { StoryEvent } from '#contract/events.ts'
import type { Reply } from '#contract/stories.ts'
import { repliesQuery, storyQuery } from '#web/features/stories/queries.ts'
import { onLive } from '#web/lib/live.ts'
import { aWholeNumber, fieldsOf } from '#web/lib/shape.ts'

const StoryData = fieldsOf<StoryEvent>({ id: aWholeNumber })

/** Spreads the readers of a story over time, and gathers what happens in quick succession. */
const SOONEST_MS = 300
const LATEST_MS = 1_000

/** Calls `listener` when something about a story may have changed. Returns how to stop. */
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

/** Fetches an open story and its replies again when they change. */
export function useLiveStory(storyId: number): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = (): void => {
      timer = undefined
      for (const { queryKey } of [storyQuery(storyId), repliesQuery(storyId)]) {
        void queryClient.invalidateQueries({ queryKey })
      }
    }
    const stop = onStory(storyId, () => {
      const delay = SOONEST_MS + Math.random() * (LATEST_MS - SOONEST_MS)
      timer ??= setTimeout(refresh, delay)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [queryClient, storyId])
}

/** Replies as they were when the first news arrived. */
type KnownReplies = ReadonlyMap<number, Reply>

export interface QuietReplies {
  shown: Reply[]
  /** Came while the thread was open, oldest first; shown once the reader asks for them. */
  fresh: Reply[]
  /** Shows the fresh ones. */
  reveal: () => void
}

/**
 * Keeps replies of others that come while a thread is open from moving what is being read.
 *
 * @param answeredId the reply that is being answered; it stays although it is deleted meanwhile
 */
export function useQuietReplies(
  storyId: number,
  replies: Reply[],
  answeredId: number | null,
): QuietReplies {
  const [known, setKnown] = useState<KnownReplies>()
  // What is here when the first news arrives has been on screen already.
  const hold = useEffectEvent(() =>
    setKnown(known ?? new Map(replies.map((reply) => [reply.id, reply]))),
  )
  useEffect(() => onStory(storyId, () => hold()), [storyId])
  const parts = useMemo(() => quietly(replies, known, answeredId), [replies, known, answeredId])
  return { ...parts, reveal: () => setKnown(undefined) }
}

/** Parts replies into those to show and those that wait. Without `known`, all are shown. */
export function quietly(
  replies: Reply[],
  known: KnownReplies | undefined,
  answeredId: number | null = null,
): Pick<QuietReplies, 'shown' | 'fresh'> {
  if (!known) return { shown: replies, fresh: [] }
  const isShown = ({ id, mine }: Reply): boolean => mine || known.has(id)
  const asShown = (reply: Reply): Reply =>
    reply.id === answeredId ? (known.get(reply.id) ?? reply) : reply
  return {
    shown: replies.filter(isShown).map(asShown),
    fresh: replies.filter((reply) => !isShown(reply) && !reply.isDeleted),
  }
}
