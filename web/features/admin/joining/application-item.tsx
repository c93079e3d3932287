import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { type Application, JOINING_LIMITS } from '#contract/joining.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { FoldedText } from '#web/features/admin/folded-text.tsx'
import {
  applicationSubject,
  approval,
  declining,
} from '#web/features/admin/joining/application-decisions.ts'
import { takeLostFocus } from '#web/features/admin/keep-focus.ts'
import { useDecisionStatus } from '#web/features/admin/queue/use-decision-status.ts'
import { decide, undo } from '#web/lib/undo.ts'
import { forgetText, useTextDraft } from '#web/lib/use-text-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

interface ApplicationItemProps {
  application: Application
  /** Whether somebody else has answered it. */
  isGone: boolean
}

/** An application, with buttons to approve or decline it. */
export function ApplicationItem({ application, isGone }: ApplicationItemProps): ReactElement {
  const client = useQueryClient()
  const subject = applicationSubject(application)
  const status = useDecisionStatus(subject)
  const { email, message, createdAt } = application
  const label = status?.label ?? (isGone ? 'Already answered' : undefined)
  return (
    <article aria-label={`Application from ${email}`} className="flex flex-col gap-3 py-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium wrap-anywhere">{email}</span>
        <span className="text-sm text-ink-quiet">
          <RelativeTime date={createdAt} />
        </span>
      </p>
      <FoldedText text={message} />
      <div className="flex min-h-11 flex-wrap items-center gap-3">
        {label ? (
          <p ref={takeLostFocus} tabIndex={-1} className="text-ink-quiet">
            {label}
            {status && status.phase !== 'done' ? '…' : ''}
          </p>
        ) : (
          <>
            <Button onClick={() => decide([approval(client, application)])}>Approve</Button>
            <DeclineButton application={application} />
          </>
        )}
        {status?.phase === 'waiting' ? (
          <Button variant="link" onClick={() => undo(subject)}>
            Undo
          </Button>
        ) : null}
      </div>
    </article>
  )
}

/** Asks for an optional reason. The typed reason is saved until the decision is sent. */
function DeclineButton({ application }: { application: Application }): ReactElement {
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const draftKey = `decline:${useMember().id}:${application.id}`
  const [reason, setReason] = useTextDraft(draftKey)
  const isTooLong = [...reason.trim()].length > JOINING_LIMITS.reason
  const handleDecline = (): void => {
    setIsOpen(false)
    const onDone = (): void => forgetText(draftKey)
    decide([declining(client, { application, reason: reason.trim(), onDone })])
  }
  return (
    <>
      <Button variant="outline" onClick={() => setIsOpen(true)}>
        Decline
      </Button>
      <ConfirmDialog
        title="Decline this application?"
        description={`${application.email} will get an email, and the application will be deleted.`}
        confirmLabel="Decline application"
        isDestructive
        isDisabled={isTooLong}
        onConfirm={handleDecline}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
      >
        <Field label="Reason (optional)" help="The applicant will see it in the email.">
          <Textarea
            limit={JOINING_LIMITS.reason}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </ConfirmDialog>
    </>
  )
}
