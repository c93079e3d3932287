import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import type { Mailing } from '#contract/email.ts'
import { DuplicateButton } from '#web/features/admin/email/duplicate-button.tsx'
import { clearProblem, notifyDone, notifyProblem } from '#web/features/admin/email/notify.ts'
import { people } from '#web/features/admin/email/numbers.ts'
import {
  doToMailing,
  type MailingAction,
  refreshMailings,
  showMailing,
} from '#web/features/admin/email/queries.ts'
import { EntryButton } from '#web/features/admin/entry-button.tsx'
import { sentenceOf } from '#web/lib/api.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

interface MailingActionsProps {
  mailing: Mailing
  onCopied: (() => void) | undefined
}

/** The actions that the state of a mailing allows. */
export function MailingActions({ mailing, onCopied }: MailingActionsProps): ReactElement | null {
  const { status, kind, subject } = mailing
  const { locale } = useDates()
  const doing = useMailingAction(mailing)
  const [asked, setAsked] = useState<'cancel' | 'send-now'>()
  const close = (): void => setAsked(undefined)
  const isWaiting = status === 'scheduled'
  const isOpen = isWaiting || status === 'sending' || status === 'paused'
  return (
    <>
      {isOpen || kind === 'broadcast' ? (
        <div className="flex flex-wrap gap-2">
          {isWaiting && kind === 'broadcast' ? (
            <>
              <Button variant="outline" size="sm" asChild>
                <Link
                  to="/admin/scheduled-emails"
                  search={{ edit: mailing.id }}
                  aria-label={`Edit: ${subject}`}
                >
                  Edit
                </Link>
              </Button>
              <EntryButton label="Send now" entry={subject} onClick={() => setAsked('send-now')} />
            </>
          ) : null}
          {status === 'sending' ? (
            <EntryButton
              label="Pause"
              entry={subject}
              busy={doing.isPending}
              onClick={() => doing.mutate('pause')}
            />
          ) : null}
          {status === 'paused' ? (
            <EntryButton
              label="Resume"
              entry={subject}
              busy={doing.isPending}
              onClick={() => doing.mutate('resume')}
            />
          ) : null}
          {isWaiting || status === 'paused' ? (
            <EntryButton
              variant="ghost"
              label="Cancel email"
              entry={subject}
              onClick={() => setAsked('cancel')}
            />
          ) : null}
          {kind === 'broadcast' ? <DuplicateButton mailing={mailing} onCopied={onCopied} /> : null}
        </div>
      ) : null}
      <ConfirmDialog
        title="Cancel this email?"
        description={
          mailing.sentCount > 0
            ? 'People who already got it keep it. Nobody else will get it, and this can’t be undone.'
            : 'Nobody will get it, and this can’t be undone.'
        }
        confirmLabel="Cancel email"
        cancelLabel="Keep it"
        isDestructive
        isBusy={doing.isPending}
        isOpen={asked === 'cancel'}
        onOpenChange={close}
        onConfirm={() => doing.mutate('cancel', { onSettled: close })}
      />
      <ConfirmDialog
        title={`Send to ${people(mailing.recipientCount, locale)} now?`}
        description={
          mailing.staysInOutbox
            ? `“${subject}” goes to the outbox on this server. Nobody gets it.`
            : `“${subject}” is sent right away. You can’t take it back.`
        }
        confirmLabel={`Send to ${people(mailing.recipientCount, locale)}`}
        isBusy={doing.isPending}
        isOpen={asked === 'send-now'}
        onOpenChange={close}
        onConfirm={() => doing.mutate('send-now', { onSettled: close })}
      />
    </>
  )
}

const TOASTS: Record<MailingAction, { done: string; failed: string }> = {
  pause: { done: 'Sending paused', failed: 'Failed to pause sending' },
  resume: { done: 'Sending resumed', failed: 'Failed to resume sending' },
  cancel: { done: 'Email canceled', failed: 'Failed to cancel email' },
  'send-now': { done: 'Email is going out', failed: 'Failed to send email' },
}

/** Pauses, resumes, cancels or sends a mailing, and shows a toast with the outcome. */
function useMailingAction({ id }: Mailing) {
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
