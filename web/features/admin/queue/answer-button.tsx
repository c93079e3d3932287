import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { isWithinLength } from '#contract/text-length.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { reviewDecision } from '#web/features/admin/queue/decisions.ts'
import { refreshReview } from '#web/features/admin/queue/queries.ts'
import { DecisionButton } from '#web/features/admin/queue/review-card.tsx'
import type { Review } from '#web/features/admin/queue/use-review.ts'
import { RuleField } from '#web/features/rules/rule-field.tsx'
import { forgetText, useTextDraft } from '#web/lib/use-draft.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

interface AnswerButtonProps {
  review: Review
  /** Identifies the entry, such as 'notice-4', for the draft of the reason. */
  entry: string
  label: string
  /** The question that asks for the reason, and what happens with it. */
  question: string
  description: string
  confirmLabel: string
  /** Characters. */
  limit: number
  /** The call, with `keepalive`. */
  send: (reason: string) => Promise<unknown>
  done: string
  failed: string
}

/** A decision that goes out with its reason, which is saved until the answer is sent. */
export function AnswerButton(props: AnswerButtonProps): ReactElement {
  const { review, limit, send, done, failed } = props
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const draftKey = `answer:${useMember().id}:${props.entry}`
  const [reason, setReason] = useTextDraft(draftKey)
  const words = reason.trim()
  const handleOpen = (): void => {
    setIsOpen(true)
    if (review.canClaim) review.claiming.ensure()
  }
  const handleAnswer = (): void => {
    setIsOpen(false)
    review.decide(
      reviewDecision({
        client,
        label: 'Answering',
        doneLabel: 'Answered',
        work: () => send(words),
        done,
        failed,
        onDone: () => forgetText(draftKey),
        refresh: () => refreshReview(client),
      }),
    )
  }
  return (
    <>
      <DecisionButton review={review} label={props.label} variant="outline" onPress={handleOpen} />
      <ConfirmDialog
        title={props.question}
        description={props.description}
        confirmLabel={props.confirmLabel}
        isDisabled={words === '' || !isWithinLength(words, limit)}
        onConfirm={handleAnswer}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
      >
        <div className="flex flex-col gap-4">
          <RuleField reason={reason} onChange={setReason} />
          <Field label="Reason" required>
            <Textarea
              autoFocus
              limit={limit}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        </div>
      </ConfirmDialog>
    </>
  )
}
