import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Mailing } from '#contract/email.ts'
import { clearProblem, notifyDone, notifyProblem } from '#web/features/admin/email/notify.ts'
import {
  doToMailing,
  type MailingAction,
  refreshMailings,
  showMailing,
} from '#web/features/admin/email/queries.ts'
import { sentenceOf } from '#web/lib/api.ts'

const TOASTS: Record<MailingAction, { done: string; failed: string }> = {
  pause: { done: 'Sending paused', failed: 'Failed to pause sending' },
  resume: { done: 'Sending resumed', failed: 'Failed to resume sending' },
  cancel: { done: 'Email canceled', failed: 'Failed to cancel email' },
  'send-now': { done: 'Email is going out', failed: 'Failed to send email' },
}

/** Pauses, resumes, cancels or sends a mailing, and shows a toast with the outcome. */
export function useMailingAction({ id }: Mailing) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (action: MailingAction) => doToMailing({ id, action }),
    onMutate: clearProblem,
    onSuccess: (mailing, action) => {
      const isKept = action === 'send-now' && mailing.staysInOutbox
      notifyDone(isKept ? 'Email sent to the outbox' : TOASTS[action].done)
      void showMailing(queryClient, mailing)
    },
    onError: (error, action) => {
      notifyProblem(TOASTS[action].failed, sentenceOf(error))
      void refreshMailings(queryClient)
    },
  })
}
