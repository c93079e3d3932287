import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactionKind, ReactionTotals } from '#contract/stories.ts'
import { storyQuery } from '#web/features/stories/queries.ts'
import { toggledReaction } from '#web/features/stories/reactions.ts'
import { call } from '#web/lib/api.ts'
import { storyCalls } from '#web/lib/calls.gen.ts'
import { toast, toastError } from '#web/ui/toast-store.ts'

interface Change {
  kind: ReactionKind
  isGiven: boolean
}

/**
 * Adds and removes reactions. A press shows immediately and is undone on failure. Quick presses are
 * sent one after the other, and only the last response updates the totals.
 */
export function useReactions(storyId: number): (change: Change) => void {
  const queryClient = useQueryClient()
  const mutationKey = ['reactions', storyId]
  const about = mutationKey.join()
  const setTotals = (change: (totals: ReactionTotals) => ReactionTotals): void => {
    queryClient.setQueryData(
      storyQuery(storyId).queryKey,
      (story) => story && { ...story, reactions: change(story.reactions) },
    )
  }
  const { mutate } = useMutation({
    mutationKey,
    meta: { about },
    scope: { id: about },
    mutationFn: ({ kind, isGiven }: Change) =>
      isGiven
        ? call(storyCalls.react, { body: { storyId, reaction: kind } })
        : call(storyCalls.unreact, { params: { id: storyId, reaction: kind } }),
    onMutate: async ({ kind }) => {
      await queryClient.cancelQueries({ queryKey: storyQuery(storyId).queryKey })
      setTotals((totals) => toggledReaction(totals, kind))
    },
    onSuccess: (totals, { isGiven }) => {
      if (queryClient.isMutating({ mutationKey }) === 1) setTotals(() => totals)
      if (isGiven) toast({ title: 'Reaction added!', about })
    },
    onError: (error, { kind }) => {
      setTotals((totals) => toggledReaction(totals, kind))
      toastError('Your reaction was not saved', error, about)
    },
  })
  return mutate
}
