import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Story } from '#contract/stories.ts'
import { isOutdated } from '#web/features/admin/moderation.ts'
import { notifyError, notifyFailure, notifySuccess } from '#web/features/admin/notify.ts'
import { refreshStory, removeStory, setStoryTags } from '#web/features/admin/queries.ts'
import { tagsQuery } from '#web/features/stories/queries.ts'
import { sentenceOf } from '#web/lib/api.ts'

type Action<Input, Result = Story> = UseMutationResult<Result, Error, Input>

export function useRemoveStory(): Action<Story, undefined> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: removeStory,
    onSuccess: (_, story) => {
      notifySuccess('Story deleted successfully')
      return refreshStory(queryClient, story.id)
    },
    onError: (error, story) => {
      notifyFailure(`Failed to delete story: ${sentenceOf(error)}`)
      // Someone else changed it first.
      if (isOutdated(error)) void refreshStory(queryClient, story.id)
    },
  })
}

export function useSetStoryTags(): Action<{ story: Story; tags: string[] }> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: setStoryTags,
    onSuccess: async (story) => {
      notifySuccess('Tags saved successfully')
      await Promise.all([
        refreshStory(queryClient, story.id),
        queryClient.invalidateQueries(tagsQuery),
      ])
    },
    onError: (error, { story }) => {
      notifyError('Failed to add tags', error)
      // Someone else changed it first.
      if (isOutdated(error)) void refreshStory(queryClient, story.id)
    },
  })
}
