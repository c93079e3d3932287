import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Broadcast } from '#contract/email.ts'
import {
  actionKey,
  broadcastOf,
  emptyDraft,
  isEmptyDraft,
  MailDraft,
  type MailProblem,
  problemOf,
  sendTimeOf,
} from '#web/features/admin/email/mail-draft.ts'
import {
  type Once,
  refreshMailings,
  scheduleMailing,
  showMailing,
} from '#web/features/admin/email/queries.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { emailCalls } from '#web/lib/calls.gen.ts'
import { fullDateTime } from '#web/lib/dates.ts'
import { clearDraft } from '#web/lib/drafts.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { dismissToasts, toast } from '#web/ui/toast-store.ts'

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
  const form: MailFormState['form'] = useDraftForm(
    { key: draftKey, schema: MailDraft, isEmpty: isEmptyDraft },
    { defaultValues: blank },
  )
  return {
    form,
    refuse: ({ field, title, description }) => {
      dismissToasts()
      toast({ title, description, variant: 'destructive' })
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

interface ScheduleOptions extends MailFormState {
  timeZone: string
  /** The scheduled email to change; without it, a new one is scheduled. */
  mailingId?: number | undefined
  onDone: () => void
}

interface Schedule {
  isPending: boolean
  error: Error | null
  start: () => void
}

/** Schedules a new email, or changes a scheduled one. */
export function useSchedule(options: ScheduleOptions): Schedule {
  const { form, refuse, timeZone, mailingId, onDone } = options
  const { locale } = useDates()
  const client = useQueryClient()
  const isNew = mailingId === undefined
  const saving = useAction({
    call: ({ body, key }: Once<Broadcast & { sendAt: string }>) => {
      const version = form.getValues('version')
      return isNew
        ? scheduleMailing({ body, key })
        : call(emailCalls.changeScheduled, {
            params: { id: mailingId },
            body: { ...body, version },
          })
    },
    done: ({ sendAt }) => ({
      title: isNew ? 'Email scheduled' : 'Email updated',
      description: `It goes out on ${fullDateTime(new Date(sendAt), { locale, timeZone })}.`,
    }),
    failed: isNew ? 'Failed to schedule email' : 'Failed to update email',
    onDone: (mailing) => {
      onDone()
      void showMailing(client, mailing)
    },
    onFailed: (error) => {
      if (!(error instanceof ApiError)) return
      const { sendAt } = error.fields
      if (sendAt) form.setError('time', { message: sendAt }, { shouldFocus: true })
      // Another administrator was faster.
      if (error.status === 409) void refreshMailings(client)
    },
  })
  const start = (): void => {
    const draft = form.getValues()
    const content = broadcastOf(draft)
    const problem = problemOf(content)
    if (problem) {
      refuse(problem)
      return
    }
    const time = sendTimeOf({ date: draft.date, time: draft.time, timeZone, now: new Date() })
    if ('problem' in time) {
      form.setError(time.field, { message: time.problem }, { shouldFocus: true })
      return
    }
    const body = { ...content, sendAt: time.sendAt }
    saving.run({ body, key: actionKey(draft, body) })
  }
  return { isPending: saving.isPending, error: saving.error, start }
}
