import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import {
  emptyDraft,
  isEmptyDraft,
  MailDraft,
  type MailProblem,
} from '#web/features/admin/email/mail-draft.ts'
import { notifyProblem } from '#web/features/admin/email/notify.ts'
import { useFormDraft } from '#web/features/admin/use-form-draft.ts'
import { clearDraft, readDraft } from '#web/lib/drafts.ts'

export interface MailFormState {
  form: UseFormReturn<MailDraft>
  /** Tells of a problem, beside its field as well, and leads there. */
  refuse: (problem: MailProblem) => void
  /** Back to an empty form, for a mail of its own. */
  startAnew: () => void
  /** Forgets what is kept on this device. */
  forget: () => void
}

/**
 * A mail that is being written. It stays on this device, also through a reload.
 *
 * @param initial what it starts with where nothing is kept
 */
export function useMailForm(draftKey: string, initial?: MailDraft): MailFormState {
  const [start] = useState(() => readDraft(draftKey, MailDraft) ?? initial ?? emptyDraft())
  const form = useForm<MailDraft>({ defaultValues: start })
  useFormDraft({ key: draftKey, schema: MailDraft, form, isEmpty: isEmptyDraft })
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
