import {
  type QueryClient,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Report, Story } from '#contract/stories.ts'
import { isOutdated } from '#web/features/admin/moderation.ts'
import { notifyError, notifyFailure, notifySuccess } from '#web/features/admin/notify.ts'
import {
  approveStory,
  type ReportDecision,
  refreshStory,
  rejectStory,
  removeStory,
  resolveReport,
  setStoryTags,
  showDecision,
  unpublishStory,
} from '#web/features/admin/queries.ts'
import { tagsQuery } from '#web/features/stories/queries.ts'
import { sentenceOf } from '#web/lib/api.ts'

type Action<Input, Result = Story> = UseMutationResult<Result, Error, Input>

export function useApproveStory(): Action<{ story: Story; tags: string[] }> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: approveStory,
    onSuccess: (story, { tags }) => {
      const hasTags = tags.length > 0
      notifySuccess(hasTags ? 'Story approved and tags added' : 'Story approved successfully')
      return showDecision(queryClient, story)
    },
    onError: (error, { story }) => {
      notifyError('Failed to approve story', error)
      refreshOutdated({ queryClient, error, storyId: story.id })
    },
  })
}

/** Its failure belongs into the form with the reason, unless the story cannot be rejected any more. */
export function useRejectStory(onDone: () => void): Action<{ story: Story; reason: string }> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: rejectStory,
    // Here, since the dialog goes with its story.
    onSuccess: (story) => {
      onDone()
      notifySuccess(
        'Story rejected successfully',
        'The author sees the reason and can submit it again.',
      )
      return showDecision(queryClient, story)
    },
    onError: (error, { story }) => {
      if (isOutdated(error)) notifyError('Failed to reject story', error)
      refreshOutdated({ queryClient, error, storyId: story.id })
    },
  })
}

export function useUnpublishStory(): Action<Story> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: unpublishStory,
    onSuccess: (story) => {
      notifySuccess('Story unpublished successfully', 'It’s waiting for approval again.')
      return refreshStory(queryClient, story.id)
    },
    onError: (error, story) => {
      notifyError('Failed to unpublish story', error)
      refreshOutdated({ queryClient, error, storyId: story.id })
    },
  })
}

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
      refreshOutdated({ queryClient, error, storyId: story.id })
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
      refreshOutdated({ queryClient, error, storyId: story.id })
    },
  })
}

export function useResolveReport(report: Report): Action<ReportDecision, undefined> {
  const queryClient = useQueryClient()
  const refresh = (): Promise<void> => refreshStory(queryClient, report.storyId)
  return useMutation({
    mutationFn: (decision) => resolveReport({ reportId: report.id, decision }),
    onSuccess: (_, decision) => {
      const what = report.replyId === null ? 'Story' : 'Reply'
      notifySuccess(`${what} ${decision === 'keep' ? 'kept' : 'removed'}`)
      return refresh()
    },
    onError: (error) => {
      notifyError('Failed to close report', error)
      refreshOutdated({ queryClient, error, storyId: report.storyId })
    },
  })
}

/** Fetches what the page shows wrongly when somebody else was faster. */
function refreshOutdated(input: { queryClient: QueryClient; error: Error; storyId: number }): void {
  if (isOutdated(input.error)) void refreshStory(input.queryClient, input.storyId)
}
