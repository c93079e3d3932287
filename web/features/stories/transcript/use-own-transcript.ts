import { type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import type { Story } from '#contract/stories.ts'
import type { TranscriptChoice } from '#contract/transcript-choices.ts'
import type { OwnTranscript } from '#contract/transcripts.ts'
import { storyListsKey, storyQuery } from '#web/features/stories/queries.ts'
import { linesQuery, ownTranscriptQuery } from '#web/features/stories/transcript/queries.ts'
import { call } from '#web/lib/api.ts'
import { transcriptCalls } from '#web/lib/calls.gen.ts'
import { forgetText } from '#web/lib/use-draft.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { isNewer, NEWER_KEPT } from '#web/lib/versions.ts'
import { toast, toastError } from '#web/ui/toast-store.ts'

/** A voice story and the state of its transcript, as its author sees it. */
export interface OwnTranscriptProps {
  story: Story
  own: OwnTranscript
}

export type ChooseTranscript = UseMutationResult<OwnTranscript, Error, TranscriptChoice>

function useRefresh(story: Story): (own: OwnTranscript) => void {
  const client = useQueryClient()
  return (own) => {
    client.setQueryData(ownTranscriptQuery(story.id).queryKey, own)
    void client.invalidateQueries({ queryKey: storyQuery(story.id).queryKey })
    void client.invalidateQueries({ queryKey: linesQuery(story.id).queryKey })
    void client.invalidateQueries({ queryKey: storyListsKey })
  }
}

interface SentTranscript {
  text: string
  /** The version that the text began from. */
  version: string | undefined
}

/** Saves or confirms the text, and forgets its draft. */
export function useSubmitTranscript(
  story: Story,
  draftKey: string,
): UseMutationResult<OwnTranscript, Error, SentTranscript> {
  const refresh = useRefresh(story)
  return useSending({
    mutationFn: (body: SentTranscript) =>
      call(transcriptCalls.submit, { params: { id: story.id }, body }),
    onSuccess: (own) => {
      forgetText(draftKey)
      const saved = own.state === 'review' ? 'Transcript sent for review' : 'Transcript saved'
      toast({ title: isNewer(own) ? NEWER_KEPT : saved })
      refresh(own)
    },
  })
}

/** Chooses where the transcript comes from. Forgets the draft that `draftKey` names. */
export function useChooseTranscript(story: Story, draftKey?: string): ChooseTranscript {
  const refresh = useRefresh(story)
  return useSending({
    mutationFn: (choice: TranscriptChoice) =>
      call(transcriptCalls.choose, { params: { id: story.id }, body: { choice } }),
    onSuccess: (own) => {
      if (draftKey) forgetText(draftKey)
      refresh(own)
    },
    onError: (error) => toastError('Failed to change the transcript', error),
  })
}
