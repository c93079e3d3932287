import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { reviewDecision } from '#web/features/admin/queue/decisions.ts'
import { refreshReview } from '#web/features/admin/queue/queries.ts'
import { DecisionButton } from '#web/features/admin/queue/review-card.tsx'
import type { Review } from '#web/features/admin/queue/use-review.ts'
import { ReasonDialog } from '#web/features/rules/reason-dialog.ts'
import { forgetText } from '#web/lib/use-draft.ts'

interface AnswerButtonProps {
  review: Review
  /** Identifies the entry, such as 'notice-4', for the draft of the reason. */
  entry: string
  label: string
  /** The question that asks for the reason, and what happens with it. */
  question: string
  description: string
  confirmLabel: string
  isDestructive?: boolean
  /** Characters. */
  limit: number
  /** The call, with `keepalive`. */
  send: (reason: string) => Promise<unknown>
  /** While the decision can be undone, and after. */
  sending?: { label: string; doneLabel: string }
  done: string
  failed: string
  /** Refetches more than the queue. */
  refresh?: () => Promise<void>
}

const ANSWERING = { label: 'Answering', doneLabel: 'Answered' }

/** A decision that goes out with its reason, which is saved until the answer is sent. */
export function AnswerButton(props: AnswerButtonProps): ReactElement {
  const { review, limit, send, done, failed, isDestructive = false, sending = ANSWERING } = props
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const draftKey = `answer:${useMember().id}:${props.entry}`
  const handleOpen = (): void => {
    setIsOpen(true)
    if (review.canClaim) review.claiming.ensure()
  }
  const handleAnswer = (reason: string): void => {
    setIsOpen(false)
    review.decide(
      reviewDecision({
        client,
        ...sending,
        work: () => send(reason),
        done,
        failed,
        onDone: () => forgetText(draftKey),
        refresh: props.refresh ?? (() => refreshReview(client)),
      }),
    )
  }
  return (
    <>
      <DecisionButton review={review} label={props.label} variant="outline" onPress={handleOpen} />
      <ReasonDialog
        title={props.question}
        description={props.description}
        confirmLabel={props.confirmLabel}
        isDestructive={isDestructive}
        draftKey={draftKey}
        limit={limit}
        onConfirm={handleAnswer}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
      />
    </>
  )
}
