import { type SubmitEvent, useState } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { MOOD_LIMITS, MOOD_SENTENCES } from '#contract/mood-limits.ts'
import type { MoodEntry } from '#contract/moods.ts'
import { isWithinLength } from '#contract/text-length.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { EMPTY_MOOD, isSameMood, MoodDraft, moodDraftKey } from '#web/features/moods/mood-draft.ts'
import { noteWriting } from '#web/features/moods/queries.ts'
import { draftOfEntry } from '#web/features/moods/recent-moods.ts'
import { useShareMood } from '#web/features/moods/use-share-mood.ts'
import { clearDraft, readDraft, tabStorage, writeDraft } from '#web/lib/drafts.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'

/** The errors by field, shown after the first attempt to share. */
export type MoodErrors = Partial<Record<keyof MoodDraft, string>>

export interface MoodFormState {
  draft: MoodDraft
  errors: MoodErrors
  change: (part: Partial<MoodDraft>) => void
  submit: (event: SubmitEvent<HTMLFormElement>) => void
  isSharing: boolean
}

/**
 * The state of the day's form, which starts with the kept draft or with the day's entry. It has
 * only two fields and is on the first page of the day, where a form library would outweigh the
 * page.
 */
export function useMoodForm(input: {
  today: DateText
  entry: MoodEntry | undefined
  onShared: () => void
}): MoodFormState {
  const draftKey = moodDraftKey(useMember().id)
  const [saved] = useState(() => (input.entry ? draftOfEntry(input.entry) : EMPTY_MOOD))
  const [draft, setDraft] = useStoredState(
    () => readDraft(draftKey, MoodDraft, tabStorage) ?? saved,
    saved,
  )
  const [wasTried, setWasTried] = useState(false)
  const share = useShareMood(input.today, input.onShared)
  const errors = errorsOf(draft)
  const change = (part: Partial<MoodDraft>): void => {
    const next = { ...draft, ...part }
    setDraft(next)
    noteWriting()
    if (isSameMood(next, saved)) clearDraft(draftKey, tabStorage)
    else writeDraft(draftKey, next, tabStorage)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setWasTried(true)
    const [wrong] = Object.keys(errors)
    if (draft.mood && wrong === undefined) {
      share.mutate({ mood: draft.mood, notes: draft.notes.trim() || null })
    } else {
      event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    }
  }
  return { draft, errors: wasTried ? errors : {}, change, submit, isSharing: share.isPending }
}

function errorsOf({ mood, notes }: MoodDraft): MoodErrors {
  return {
    ...(mood === null && { mood: MOOD_SENTENCES.mood }),
    ...(!isWithinLength(notes.trim(), MOOD_LIMITS.notes) && { notes: MOOD_SENTENCES.notes }),
  }
}
