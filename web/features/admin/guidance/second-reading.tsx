import { type ReactElement, useState } from 'react'
import { z } from 'zod'
import { isolated } from '#contract/direction.ts'
import {
  type AdminGuidanceRequest,
  GUIDANCE_LIMITS,
  GuidanceReturnReason,
} from '#contract/guidance.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import {
  isSecondReader,
  refreshGuidance,
  returnProposed,
  sendProposed,
} from '#web/features/admin/guidance/queries.ts'
import { DecisionDialog, DecisionForm } from '#web/features/admin/kit/decision-dialog.tsx'
import { entryScope } from '#web/features/admin/queue/queries.ts'
import { DecisionButton } from '#web/features/admin/queue/review-card.tsx'
import type { Review } from '#web/features/admin/queue/use-review.ts'
import { tabStorage } from '#web/lib/drafts.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { FoldedText } from '#web/ui/folded-text.tsx'
import { TextareaField } from '#web/ui/form-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface SecondReadingProps {
  request: AdminGuidanceRequest
  review: Review
}

/** What applies to an open request of somebody under 18, with the response that was proposed. */
export function MinorNotice({ request }: Pick<SecondReadingProps, 'request'>): ReactElement | null {
  const { isMinor, waitingSince, proposed } = request
  if (!isMinor || waitingSince === null) return null
  return (
    <>
      <Notice>
        <p>Somebody under 18 asked this. {nextStep(request)}</p>
      </Notice>
      {proposed && !proposed.mine ? (
        <div className="flex flex-col gap-1 border-l-3 border-gold pl-4">
          <p className="text-sm font-medium">Proposed response</p>
          <FoldedText text={proposed.responseContent} />
        </div>
      ) : null}
      {proposed?.returnReason ? (
        <div className="flex flex-col gap-1 border-l-3 border-line pl-4">
          <p className="text-sm font-medium">Why it was given back</p>
          <FoldedText text={proposed.returnReason} />
        </div>
      ) : null}
    </>
  )
}

function nextStep({ proposed, needsSecondReader }: AdminGuidanceRequest): string {
  const writer = isolated(proposed?.anonymousUsername ?? 'Somebody on the team')
  if (proposed && isSecondReader({ proposed }))
    return `${writer} wrote this response. Read it, then send it or give it back.`
  if (!needsSecondReader)
    return 'Nobody else on the team has the right Guidance, so your answer is sent right away.'
  if (!proposed) return 'A second person on the team reads your answer before it is sent.'
  if (!proposed.mine) return `${writer} changes this response, or you write another one.`
  return proposed.returnReason === null
    ? 'Your answer waits for a second person on the team. You can still change it.'
    : 'Your answer was given back. Change it and send it again.'
}

/** The decisions of the second person. */
export function SecondReading({ request, review }: SecondReadingProps): ReactElement {
  const [isReturning, setIsReturning] = useState(false)
  const sending = useAction({
    scope: entryScope('guidance', request.id),
    call: () => sendProposed(request),
    done: 'Response sent successfully',
    failed: 'Failed to send response',
    onDone: () => review.settle('✓ Response sent'),
    refresh: refreshGuidance,
  })
  const handleReturn = (): void => {
    review.claiming.ensure()
    setIsReturning(true)
  }
  return (
    <>
      <DecisionButton
        review={review}
        variant="outline"
        label="Give it back"
        onPress={handleReturn}
      />
      <DecisionButton review={review} label="Send it" onPress={() => sending.run()} />
      <DecisionDialog
        title="Give the response back"
        description="Whoever wrote it will see your words and can change the response."
        isOpen={isReturning}
        onClose={() => setIsReturning(false)}
      >
        <ReturnForm request={request} review={review} onClose={() => setIsReturning(false)} />
      </DecisionDialog>
    </>
  )
}

const ReturnValues = z.object({ reason: GuidanceReturnReason })

function ReturnForm(props: SecondReadingProps & { onClose: () => void }): ReactElement {
  const { request, review, onClose } = props
  const { id: memberId } = useMember()
  const { form, ...state } = useServerForm({
    initial: { reason: '' },
    values: ReturnValues,
    draft: {
      key: `guidance-return:${memberId}:${request.id}:${request.version}`,
      schema: z.object({ reason: z.string() }),
      isEmpty: ({ reason }) => !reason.trim(),
      storage: tabStorage,
    },
    save: ({ reason }) => returnProposed(request, reason),
    done: 'Response given back',
    onSaved: () => {
      onClose()
      review.settle('✓ Response given back')
    },
    refresh: refreshGuidance,
  })
  return (
    <DecisionForm
      {...state}
      label="Give it back"
      failed="Failed to give the response back"
      onCancel={onClose}
    >
      <TextareaField
        form={form}
        name="reason"
        label="What should change?"
        limit={GUIDANCE_LIMITS.returnReason}
        autoFocus
        required
      />
    </DecisionForm>
  )
}
