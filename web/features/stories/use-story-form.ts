import { zodResolver } from '@hookform/resolvers/zod'
import { type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { Story, storyEndpoints } from '#contract/stories.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import {
  draftOfStory,
  EMPTY_STORY,
  STORY_DRAFT,
  STORY_FIELDS,
  StoryDraft,
} from '#web/features/stories/drafts.ts'
import { storyListsKey, storyQuery } from '#web/features/stories/queries.ts'
import { removeRecordingDraft } from '#web/features/stories/recorder/recording-draft.ts'
import type { Recorded } from '#web/features/stories/recorder/voice-recorder.tsx'
import {
  canKeepRecording,
  StoryValues,
  storyFormData,
} from '#web/features/stories/story-form-data.ts'
import { call } from '#web/lib/api.ts'
import { storyCalls } from '#web/lib/calls.gen.ts'
import { clearDraft, draftVersion } from '#web/lib/drafts.ts'
import { showFieldErrors } from '#web/lib/field-errors.ts'
import { type Delivery, QUEUED_TOAST, sendOrQueue } from '#web/lib/outbox.ts'
import { createSubmissionKey } from '#web/lib/submission-key.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { isNewer, NEWER_KEPT } from '#web/lib/versions.ts'
import { toast } from '#web/ui/toast-store.ts'

type StoryInput = z.input<typeof StoryValues>
type StoryFormReturn = UseFormReturn<StoryInput, unknown, StoryValues>

interface StoryFormOptions {
  draftKey: string
  /** The story to edit; undefined for a new one. */
  story?: Story | undefined
  onSaved: (story: Story) => void
  /** Called when the story is kept on this device until it can be sent. */
  onQueued: (values: StoryValues) => void
}

export interface StoryFormState {
  form: StoryFormReturn
  submit: (event: SubmitEvent<HTMLFormElement>) => void
  /** Whether the story is being sent or its recording is still being prepared. */
  isSaving: boolean
  /** Share of the recording that has been uploaded, 0 to 1; undefined when none is being sent. */
  sent: number | undefined
  /** Why sending the story failed. */
  error: Error | null
  /** How often the story was submitted while its recording was missing; 0 once there is one. */
  triesWithoutRecording: number
  setRecording: (recording: Recorded) => void
  /** Resets `triesWithoutRecording` when a recording starts. */
  forgiveMissingRecording: () => void
}

/**
 * The state of the form for writing, recording and editing a story. Typed text is kept on the
 * device until the story is submitted; the recorder keeps the recording under the same key.
 */
export function useStoryForm(options: StoryFormOptions): StoryFormState {
  const { draftKey, story, onSaved, onQueued } = options
  const blank = story ? draftOfStory(story) : EMPTY_STORY
  const [began] = useState(story?.version)
  const form: StoryFormReturn = useDraftForm(
    { key: draftKey, schema: StoryDraft, ...STORY_DRAFT, version: () => began },
    { defaultValues: blank, resolver: zodResolver(StoryValues) },
  )
  const [recording, setRecording] = useState<Recorded>(null)
  const [isWaiting, setIsWaiting] = useState(false)
  const [triesWithout, setTriesWithout] = useState(0)
  const [sent, setSent] = useState<number>()

  const save = useSaveStory({ draftKey, story, began, onProgress: setSent })
  const hasRecording = recording !== null || canKeepRecording(story)
  const hasAll = (): boolean => {
    const isComplete = form.getValues('mode') !== 'audio' || hasRecording
    setTriesWithout(isComplete ? 0 : triesWithout + 1)
    return isComplete
  }

  const submitValues = form.handleSubmit(
    (values) => {
      if (!hasAll()) return
      if (values.mode === 'audio' && recording === 'preparing') return setIsWaiting(true)
      setSent(undefined)
      save.mutate(
        { values, recording: recording === 'preparing' ? undefined : recording?.blob },
        {
          onSuccess: (delivery) =>
            delivery === 'queued' ? onQueued(values) : onSaved(delivery.answer),
          onError: (error) => showFieldErrors(form, { error, names: STORY_FIELDS }),
        },
      )
    },
    () => void hasAll(),
  )
  const submitPrepared = useEffectEvent(() => {
    setIsWaiting(false)
    if (recording) void submitValues()
  })
  const isPrepared = recording !== 'preparing'
  useEffect(() => {
    if (isWaiting && isPrepared) submitPrepared()
  }, [isWaiting, isPrepared])

  return {
    form,
    submit: (event) => void submitValues(event),
    isSaving: save.isPending || isWaiting,
    sent: save.isPending && recording ? sent : undefined,
    error: save.error,
    triesWithoutRecording: hasRecording ? 0 : triesWithout,
    setRecording,
    forgiveMissingRecording: () => setTriesWithout(0),
  }
}

type StoryDelivery = Delivery<typeof storyEndpoints.create>

interface Submission {
  values: StoryValues
  recording: Blob | undefined
}

/** The `onSuccess` steps run even if the member has left the page meanwhile. */
function useSaveStory(options: {
  draftKey: string
  story: Story | undefined
  /** The version of the story that the form showed first. */
  began: string | undefined
  onProgress: (sent: number) => void
}): UseMutationResult<StoryDelivery, Error, Submission> {
  const { draftKey, story, began, onProgress } = options
  const queryClient = useQueryClient()
  const memberId = useMember().id
  const [submissionKey] = useState(createSubmissionKey)
  return useSending({
    mutationFn: async (submission: Submission): Promise<StoryDelivery> => {
      const key = story ? undefined : submissionKey.of(submission.values)
      const version = story && (draftVersion(draftKey) ?? began)
      const form = storyFormData(submission.values, submission.recording, { key, version })
      if (submission.values.mode === 'audio') {
        return { answer: await sendRecording({ form, story, onProgress }) }
      }
      const { title, content } = submission.values
      const options = {
        memberId,
        key: `story:${key ?? story?.id}`,
        title: 'Story',
        text: [title, content].filter(Boolean).join('\n\n'),
        throwsLimits: true,
      }
      return story
        ? sendOrQueue(storyCalls.update, { params: { id: story.id }, form }, options)
        : sendOrQueue(storyCalls.create, { form }, options)
    },
    onSuccess: (delivery) => {
      submissionKey.renew()
      clearDraft(draftKey)
      // A recording that cannot be removed now is removed later, when it is too old.
      removeRecordingDraft(draftKey).catch(() => undefined)
      if (delivery === 'queued') {
        toast(QUEUED_TOAST)
        return
      }
      const { answer: saved } = delivery
      toast({ title: isNewer(saved) ? NEWER_KEPT : 'Story submitted successfully' })
      queryClient.setQueryData(storyQuery(saved.id).queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: storyListsKey })
    },
  })
}

/**
 * Sent directly, not through the outbox: the recording stays in its own draft until it has arrived.
 */
function sendRecording(input: {
  form: FormData
  story: Story | undefined
  onProgress: (sent: number) => void
}): Promise<Story> {
  const { form, story, onProgress } = input
  return story
    ? call(storyCalls.update, { params: { id: story.id }, form, onProgress })
    : call(storyCalls.create, { form, onProgress })
}
