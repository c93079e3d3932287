import { Pencil } from 'lucide-react'
import { type ReactElement, useEffect, useRef } from 'react'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import {
  type ChangeMode,
  latestResponse,
  responseDraftKey,
} from '#web/features/admin/guidance/response-draft.ts'
import { ResponseForm } from '#web/features/admin/guidance/response-form.tsx'
import { takeLostFocus } from '#web/features/admin/keep-focus.ts'
import type { Review } from '#web/features/admin/queue/use-review.ts'
import { formatDate } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { forgetText } from '#web/lib/use-draft.ts'
import { Button } from '#web/ui/button.tsx'

interface ResponsePartProps {
  request: AdminGuidanceRequest
  review: Review
  /** Identifies the request to screen readers. */
  name: string
  /** For the button outside the form that sends it. */
  formId: string
  change: ChangeMode
  onChangeMode: (mode: ChangeMode) => void
}

/** A form to answer a request or to change its latest answer. */
export function ResponsePart(props: ResponsePartProps): ReactElement {
  const { request, review, name, formId, change, onChangeMode } = props
  const { claiming } = review
  const box = useRef<HTMLTextAreaElement>(null)
  // The claimed request is answered next.
  useEffect(() => {
    if (claiming.wasTaken) box.current?.focus()
  }, [claiming.wasTaken])
  const draftKey = responseDraftKey(useMember().id, request)
  const form = {
    id: formId,
    request,
    draftKey,
    box,
    onTyping: claiming.ensure,
    onAnswered: () => review.settle('✓ Response sent'),
  }
  const handleSent = (): void => onChangeMode('done')
  const handleCancel = (): void => {
    forgetText(draftKey)
    if (request.claim?.mine) claiming.release()
    onChangeMode('done')
  }
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {request.waitingSince !== null ? (
        <ResponseForm key={draftKey} {...form} onSent={handleSent} />
      ) : change === 'kept' || change === 'opened' ? (
        <ResponseForm
          key={draftKey}
          {...form}
          wording={latestResponse(request) ?? ''}
          takesFocus={change === 'opened'}
          onSent={handleSent}
          onCancel={handleCancel}
        />
      ) : (
        <ChangeButton
          request={request}
          name={name}
          isDone={change === 'done'}
          onPress={() => onChangeMode('opened')}
        />
      )}
    </div>
  )
}

interface ChangeButtonProps {
  request: AdminGuidanceRequest
  name: string
  /** The form has just closed, and the focus was in it. */
  isDone: boolean
  onPress: () => void
}

/** Renders nothing once it is too late, or while somebody else has claimed the request. */
function ChangeButton(props: ChangeButtonProps): ReactElement | null {
  const { request, name, isDone, onPress } = props
  const dates = useDates()
  if (request.editableUntil === null || request.claim?.mine === false) return null
  const until = new Date(request.editableUntil)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        ref={isDone ? takeLostFocus : undefined}
        variant="outline"
        size="sm"
        aria-label={`Change response: ${name}`}
        onClick={onPress}
      >
        <Pencil aria-hidden size={16} />
        Change response
      </Button>
      <span className="text-sm text-ink-quiet">
        until {formatDate(until, dates, { weekday: 'long', hour: 'numeric', minute: '2-digit' })}
      </span>
    </div>
  )
}
