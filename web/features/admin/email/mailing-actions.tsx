import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ComponentProps, type ReactElement, useState } from 'react'
import { isolated } from '#contract/direction.ts'
import type { Mailing } from '#contract/email.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { keepingUnsent, people } from '#web/features/admin/email/email-words.ts'
import {
  broadcastDraftKey,
  copyOf,
  isEmptyDraft,
  MailDraft,
} from '#web/features/admin/email/mail-draft.ts'
import { refreshMailings, showMailing } from '#web/features/admin/email/queries.ts'
import { ActionButton, EntryButton } from '#web/features/admin/kit/action-button.tsx'
import { call } from '#web/lib/api.ts'
import { emailCalls } from '#web/lib/calls.gen.ts'
import { readDraft, writeDraft } from '#web/lib/drafts.ts'
import { type Action, useAction } from '#web/lib/use-action.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DropdownMenuItem, MoreMenu } from '#web/ui/dropdown-menu.tsx'
import { dismissToasts, toast } from '#web/ui/toast-store.ts'

interface MailingActionsProps {
  mailing: Mailing
  onCopied: (() => void) | undefined
}

/** The actions that the state of a mailing allows. Several of the rarer ones are in a menu. */
export function MailingActions({ mailing, onCopied }: MailingActionsProps): ReactElement | null {
  const { status, kind, subject } = mailing
  const { locale } = useDates()
  const [isCanceling, setIsCanceling] = useState(false)
  const copying = useCopying(mailing, onCopied)
  const isWaiting = status === 'scheduled'
  const isBroadcast = kind === 'broadcast'
  if (!isBroadcast && !isWaiting && status !== 'sending' && status !== 'paused') return null
  const recipients = people(mailing.recipientCount, locale)
  const rarer = [
    ...(isWaiting || status === 'paused'
      ? [{ label: 'Cancel email', start: () => setIsCanceling(true) }]
      : []),
    ...(isBroadcast ? [{ label: 'Duplicate', start: copying.start }] : []),
  ]
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isWaiting && isBroadcast ? (
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
          <MailingButton
            mailing={mailing}
            action="send-now"
            label="Send now"
            confirm={
              mailing.staysInOutbox
                ? keepingUnsent(subject)
                : {
                    title: `Send to ${recipients} now?`,
                    description: `“${isolated(subject)}” is sent right away. You can’t take it back.`,
                    confirmLabel: `Send to ${recipients}`,
                  }
            }
          />
        </>
      ) : null}
      {status === 'sending' ? (
        <MailingButton mailing={mailing} action="pause" label="Pause" />
      ) : null}
      {status === 'paused' ? (
        <MailingButton mailing={mailing} action="resume" label="Resume" />
      ) : null}
      {rarer.length > 1 ? (
        <MoreMenu label={`More actions: ${subject}`}>
          {rarer.map(({ label, start }) => (
            <DropdownMenuItem key={label} opens={start}>
              {label}
            </DropdownMenuItem>
          ))}
        </MoreMenu>
      ) : (
        rarer.map(({ label, start }) => (
          <EntryButton key={label} label={label} entry={subject} onClick={start} />
        ))
      )}
      <CancelDialog mailing={mailing} isOpen={isCanceling} onClose={() => setIsCanceling(false)} />
      {copying.question}
    </div>
  )
}

/** An action on a mailing: its call and its toasts. */
const ACTIONS = {
  pause: {
    endpoint: emailCalls.pauseSending,
    done: 'Sending paused',
    failed: 'Failed to pause sending',
  },
  resume: {
    endpoint: emailCalls.resumeSending,
    done: 'Sending resumed',
    failed: 'Failed to resume sending',
  },
  cancel: {
    endpoint: emailCalls.cancelScheduled,
    done: 'Email canceled',
    failed: 'Failed to cancel email',
  },
  'send-now': {
    endpoint: emailCalls.sendScheduled,
    done: 'Email is going out',
    failed: 'Failed to send email',
  },
} as const

interface MailingButtonProps extends Omit<ComponentProps<typeof ActionButton>, 'action' | 'entry'> {
  mailing: Mailing
  action: keyof typeof ACTIONS
}

/** Pauses, resumes or sends a mailing. */
function MailingButton({ mailing, action, ...rest }: MailingButtonProps): ReactElement {
  return (
    <ActionButton entry={mailing.subject} action={useMailingAction(mailing, action)} {...rest} />
  )
}

function useMailingAction({ id }: Mailing, action: keyof typeof ACTIONS): Action<void> {
  const client = useQueryClient()
  const { endpoint, done, failed } = ACTIONS[action]
  return useAction({
    call: () => call(endpoint, { params: { id } }),
    done: ({ staysInOutbox }) =>
      action === 'send-now' && staysInOutbox ? 'Email kept unsent' : done,
    failed,
    onDone: (changed) => void showMailing(client, changed),
    onFailed: () => void refreshMailings(client),
  })
}

interface CancelDialogProps {
  mailing: Mailing
  isOpen: boolean
  onClose: () => void
}

/** Cancels a mailing when confirmed. */
function CancelDialog({ mailing, isOpen, onClose }: CancelDialogProps): ReactElement {
  const canceling = useMailingAction(mailing, 'cancel')
  const close = (): void => {
    canceling.reset()
    onClose()
  }
  return (
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
      isBusy={canceling.isPending}
      failure={canceling.failure}
      isOpen={isOpen}
      onOpenChange={(open) => (open || canceling.isPending ? undefined : close())}
      onConfirm={() => canceling.run(undefined, onClose)}
    />
  )
}

interface Copying {
  start: () => void
  /** Asks first if the form has a draft. */
  question: ReactElement
}

/**
 * Copies an earlier broadcast into the form.
 *
 * @param onCopied called if the form is already on the page; otherwise its page is opened
 */
function useCopying(mailing: Mailing, onCopied: (() => void) | undefined): Copying {
  const draftKey = broadcastDraftKey(useMember().id)
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const copy = (): void => {
    writeDraft(draftKey, copyOf(mailing))
    setIsAsking(false)
    dismissToasts()
    toast({ title: 'Email copied to a new draft' })
    if (onCopied) onCopied()
    else void navigate({ to: '/admin/email', search: { part: 'broadcast' } })
  }
  return {
    start: () => {
      const draft = readDraft(draftKey, MailDraft)
      if (draft && !isEmptyDraft(draft)) setIsAsking(true)
      else copy()
    },
    question: (
      <ConfirmDialog
        title="Replace your draft?"
        description="You have a broadcast that isn’t sent yet. The copy will replace it."
        confirmLabel="Replace draft"
        isDestructive
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={copy}
      />
    ),
  }
}
