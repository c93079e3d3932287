import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Broadcast, Mailing } from '#contract/email.ts'
import {
  actionKey,
  broadcastOf,
  problemOf,
  sendTimeOf,
} from '#web/features/admin/email/mail-draft.ts'
import { clearProblem, notifyDone, notifyProblem } from '#web/features/admin/email/notify.ts'
import {
  changeMailing,
  refreshMailings,
  scheduleMailing,
  showMailing,
} from '#web/features/admin/email/queries.ts'
import type { MailFormState } from '#web/features/admin/email/use-mail-form.ts'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { fullDateTime } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { useGate } from '#web/lib/use-gate.ts'

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
  const queryClient = useQueryClient()
  const isNew = mailingId === undefined
  const gate = useGate()
  const save = useMutation({
    mutationFn: ({ body, key }: { body: Broadcast & { sendAt: string }; key: string }) => {
      const version = form.getValues('version')
      return isNew
        ? scheduleMailing({ body, key })
        : changeMailing({ id: mailingId, body: { ...body, version } })
    },
    onMutate: clearProblem,
    onSuccess: (mailing: Mailing) => {
      const at = fullDateTime(new Date(mailing.sendAt), { locale, timeZone })
      notifyDone(isNew ? 'Email scheduled' : 'Email updated', `It goes out on ${at}.`)
      onDone()
      void showMailing(queryClient, mailing)
    },
    onError: (error) => {
      const refused = error instanceof ApiError ? error.fields.sendAt : undefined
      notifyProblem(
        isNew ? 'Failed to schedule email' : 'Failed to update email',
        sentenceOf(error),
      )
      if (refused) form.setError('time', { message: refused }, { shouldFocus: true })
      // Another administrator was faster.
      if (error instanceof ApiError && error.status === 409) void refreshMailings(queryClient)
    },
    onSettled: gate.leave,
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
    if (gate.enter()) save.mutate({ body, key: actionKey(draft, body) })
  }
  return { isPending: save.isPending, error: save.error, start }
}
