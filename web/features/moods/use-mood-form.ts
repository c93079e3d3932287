import { zodResolver } from '@hookform/resolvers/zod'
import { type SubmitEvent, useEffect, useState } from 'react'
import { type DefaultValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { DateText } from '#contract/logical-date.ts'
import type { MoodEntry } from '#contract/moods.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { EMPTY_MOOD, isSameMood, MoodDraft, moodDraftKey } from '#web/features/moods/mood-draft.ts'
import { noteWriting } from '#web/features/moods/queries.ts'
import { draftOfEntry } from '#web/features/moods/recent-moods.ts'
import { MoodValues, useShareMood } from '#web/features/moods/use-share-mood.ts'
import { clearDraft, readDraft, tabStorage, writeDraft } from '#web/lib/drafts.ts'

export type MoodFormReturn = UseFormReturn<z.input<typeof MoodValues>, unknown, MoodValues>

export interface MoodFormState {
  form: MoodFormReturn
  submit: (event: SubmitEvent<HTMLFormElement>) => void
  isSharing: boolean
}

/** The state of the form of a day. It starts with the kept draft, or with the day's entry. */
export function useMoodForm(input: {
  today: DateText
  entry: MoodEntry | undefined
  onShared: () => void
}): MoodFormState {
  const draftKey = moodDraftKey(useMember().id)
  const [saved] = useState(() => (input.entry ? draftOfEntry(input.entry) : EMPTY_MOOD))
  const [initial] = useState(() => readDraft(draftKey, MoodDraft, tabStorage) ?? saved)
  const form = useForm<z.input<typeof MoodValues>, unknown, MoodValues>({
    defaultValues: formValues(initial),
    resolver: zodResolver(MoodValues),
  })
  const share = useShareMood(input.today, input.onShared)
  const submitValues = form.handleSubmit((values) =>
    share.mutateAsync(values).catch(() => undefined),
  )
  useKeptDraft({ draftKey, form, saved })
  return {
    form,
    submit: (event) => void submitValues(event),
    isSharing: share.isPending,
  }
}

/** The schema knows no missing mood; the form begins without the key. */
function formValues({ mood, notes }: MoodDraft): DefaultValues<MoodValues> {
  return mood === null ? { notes } : { mood, notes }
}

/** What differs from the saved entry is kept on this device. */
function useKeptDraft(input: { draftKey: string; form: MoodFormReturn; saved: MoodDraft }): void {
  const { draftKey, saved } = input
  const { subscribe } = input.form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          noteWriting()
          const draft = MoodDraft.parse({ mood: values.mood ?? null, notes: values.notes ?? '' })
          if (isSameMood(draft, saved)) clearDraft(draftKey, tabStorage)
          else writeDraft(draftKey, draft, tabStorage)
        },
      }),
    [subscribe, draftKey, saved],
  )
}
