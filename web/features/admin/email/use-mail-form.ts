import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import {
  emptyDraft,
  isEmptyDraft,
  MailDraft,
  type MailProblem,
} from '#web/features/admin/email/mail-draft.ts'
import { notifyProblem } from '#web/features/admin/email/notify.ts'
import { useFormDraft } from '#web/features/admin/kit/use-form-draft.ts'
import { clearDraft, readDraft } from '#web/lib/drafts.ts'
import { useStoredState, useStoredValues } from '#web/lib/use-stored-state.ts'

export interface MailFormState {
  form: UseFormReturn<MailDraft>
  /** Shows a problem in a toast and next to its field, and focuses the field. */
  refuse: (problem: MailProblem) => void
  /** Resets to an empty form for a new email. Keeps the test address. */
  startAnew: () => void
  /** Deletes the draft from this device. */
  forget: () => void
}

/**
 * The form of an email. The draft is saved on this device and survives a reload.
 *
 * @param initial the starting values if no draft is saved
 */
export function useMailForm(draftKey: string, initial?: MailDraft): MailFormState {
  const [blank] = useState(() => initial ?? emptyDraft())
  const [start] = useStoredState(() => readDraft(draftKey, MailDraft) ?? blank, blank)
  const form = useForm<MailDraft>({ defaultValues: start })
  useStoredValues(form, start)
  useFormDraft(form, { key: draftKey, schema: MailDraft, isEmpty: isEmptyDraft })
  return {
    form,
    refuse: ({ field, title, description }) => {
      notifyProblem(title, description)
      form.setError(field, { message: description ?? title }, { shouldFocus: true })
    },
    startAnew: () => {
      const { testEmail } = form.getValues()
      form.reset({ ...emptyDraft(), testEmail })
      clearDraft(draftKey)
    },
    forget: () => clearDraft(draftKey),
  }
}
