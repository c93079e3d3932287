import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { isolated } from '#contract/direction.ts'
import type { Broadcast } from '#contract/email.ts'
import { keepingUnsent, people } from '#web/features/admin/email/email-words.ts'
import { RecipientWords } from '#web/features/admin/email/mail-fields.tsx'
import { ConnectEmail, useHasOutbox } from '#web/features/admin/email/outbox-notice.tsx'
import { MailWarnings } from '#web/features/admin/email/preview-dialog.tsx'
import {
  previewQuery,
  recipientsQuery,
  refreshMailings,
  sendBroadcast,
} from '#web/features/admin/email/queries.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'

interface SendDialogProps {
  content: Broadcast
  /** The idempotency key, the same for each attempt to send this content. */
  sendKey: string
  isOpen: boolean
  onClose: () => void
  onSent: () => void
}

/** The last check before a broadcast is sent: warnings, and how many people get it. */
export function SendDialog(props: SendDialogProps): ReactElement | null {
  return props.isOpen ? <OpenSendDialog {...props} /> : null
}

function OpenSendDialog(props: SendDialogProps): ReactElement {
  const { content, sendKey, onClose, onSent } = props
  const { locale } = useDates()
  const check = useCheck(content)
  const send = useSend({ onClose, onSent })
  const hasOutbox = useHasOutbox()
  const count = check.recipients?.recipientCount
  const words = count === undefined ? 'everyone' : people(count, locale)
  const subject = `“${isolated(content.subject.trim())}”`
  return (
    <ConfirmDialog
      {...(hasOutbox
        ? keepingUnsent(content.subject)
        : {
            title: `Send to ${words}?`,
            description: `${subject} is sent right away. You can’t take it back.`,
            confirmLabel: `Send to ${words}`,
          })}
      isBusy={send.isPending}
      isDisabled={!count || !check.isReady}
      isOpen
      onOpenChange={(isOpen) => (isOpen || send.isPending ? undefined : onClose())}
      onConfirm={() => send.run({ body: content, key: sendKey })}
    >
      {check.error ? (
        <CheckFailure error={check.error} isRetrying={check.isFetching} onRetry={check.retry} />
      ) : (
        <CheckResult check={check}>
          {hasOutbox ? (
            <p>
              <ConnectEmail />
            </p>
          ) : null}
          {send.error ? (
            <Notice variant="error" title="Failed to send broadcast">
              <p>{sentenceOf(send.error)}</p>
              <p>You can send it again. Nobody gets it twice.</p>
            </Notice>
          ) : null}
        </CheckResult>
      )}
    </ConfirmDialog>
  )
}

function useCheck(content: Broadcast) {
  const hasOutbox = useHasOutbox()
  const preview = useQuery(previewQuery(content))
  // Counted again, because the count shown before may be old.
  const recipients = useQuery({ ...recipientsQuery(content), refetchOnMount: 'always' })
  return {
    // The title says already that no email service is connected.
    warnings: preview.data?.warnings.filter(
      ({ code }) => !(hasOutbox && code === 'no-sender-domain'),
    ),
    recipients: recipients.data,
    isReady: preview.isSuccess && recipients.isSuccess && !recipients.isFetching,
    isFetching: preview.isFetching || recipients.isFetching,
    error: preview.error ?? recipients.error,
    retry: () => {
      if (preview.error) void preview.refetch()
      if (recipients.error) void recipients.refetch()
    },
  }
}
type Check = ReturnType<typeof useCheck>

function useSend({ onClose, onSent }: Pick<SendDialogProps, 'onClose' | 'onSent'>) {
  const { locale } = useDates()
  const hasOutbox = useHasOutbox()
  return useAction({
    call: sendBroadcast,
    done: ({ recipientCount }) => ({
      title: 'Email broadcast sent successfully',
      description: hasOutbox
        ? 'It’s kept under Unsent emails. Nobody gets it.'
        : `It goes out to ${people(recipientCount, locale)}.`,
    }),
    failed: 'Failed to send broadcast',
    onDone: () => {
      onClose()
      onSent()
    },
    refresh: refreshMailings,
  })
}

function CheckResult({ check, children }: { check: Check; children: ReactNode }): ReactElement {
  const { warnings, recipients } = check
  if (!warnings || !recipients) {
    return <Skeletons label="Checking the email" rows={['h-32 rounded-xl']} />
  }
  return (
    <div className="flex flex-col gap-4">
      <RecipientWords recipients={recipients} />
      <MailWarnings warnings={warnings} />
      {children}
    </div>
  )
}

interface CheckFailureProps {
  error: Error
  isRetrying: boolean
  onRetry: () => void
}

function CheckFailure({ error, isRetrying, onRetry }: CheckFailureProps): ReactElement {
  return (
    <Notice variant="error" title="Failed to prepare email">
      <p>{sentenceOf(error)}</p>
      <Button variant="outline" size="sm" busy={isRetrying} onClick={onRetry} className="mt-2">
        Retry
      </Button>
    </Notice>
  )
}
