import { Pencil } from 'lucide-react'
import {
  type ReactElement,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { type AdminGuidanceRequest, GUIDANCE_LIMITS, GuidanceResponse } from '#contract/guidance.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import {
  isSecondReader,
  latestResponse,
  type NewResponse,
  refreshGuidance,
  sendResponse,
} from '#web/features/admin/guidance/queries.ts'
import { takeLostFocus } from '#web/features/admin/keep-focus.ts'
import { entryScope } from '#web/features/admin/queue/queries.ts'
import type { Review } from '#web/features/admin/queue/use-review.ts'
import { ApiError } from '#web/lib/api.ts'
import { formatDate } from '#web/lib/dates.ts'
import { type Action, useAction } from '#web/lib/use-action.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { forgetText, useTextChange } from '#web/lib/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { dismissToasts, toast } from '#web/ui/toast-store.ts'

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
    isMeant: review.isMeant,
    onTyping: claiming.ensure,
    onAnswered: (saved: AdminGuidanceRequest) =>
      review.settle(saved.proposed ? '✓ Response waits for a second person' : '✓ Response sent'),
  }
  const handleSent = (): void => onChangeMode('done')
  const handleCancel = (): void => {
    forgetText(draftKey)
    if (request.claim?.mine) claiming.release()
    onChangeMode('done')
  }
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {isSecondReader(request) ? null : request.waitingSince !== null ? (
        <ResponseForm key={`${draftKey} ${request.version}`} {...form} onSent={handleSent} />
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

interface ResponseFormProps {
  /** The button that sends it is in the bar of decisions. */
  id: string
  request: AdminGuidanceRequest
  draftKey: string
  /** The answer to change; without it, the form writes a new one. */
  wording?: string
  box: RefObject<HTMLTextAreaElement | null>
  /** Focuses the text field, because a button has just opened the form. */
  takesFocus?: boolean
  /** Whether sending it was meant for this request. */
  isMeant: () => boolean
  /** Called while text is typed. */
  onTyping: () => void
  /** Called when a new answer is sent, before the lists are refetched. */
  onAnswered: (saved: AdminGuidanceRequest) => void
  onSent: () => void
  /** Without it, there is no Cancel button. */
  onCancel?: () => void
}

/** Writes or changes an answer. The text stays in this tab until it is sent. */
function ResponseForm(props: ResponseFormProps): ReactElement | null {
  const { request, draftKey, wording, box, takesFocus, onTyping, onSent, onCancel } = props
  const { version, proposed } = request
  const own = proposed?.mine ? proposed.responseContent : undefined
  const [text, setText, began] = useTextChange(draftKey, { text: wording ?? own ?? '', version })
  const [problem, setProblem] = useState<string>()
  const respond = useRespond(request, {
    draftKey,
    onAnswered: props.onAnswered,
    onSent,
    onFailed: (error) => setProblem(fieldSentence(error)),
  })
  const isChange = wording !== undefined
  const isTaken = request.claim !== null && !request.claim.mine
  if (isTaken && text === '') return null

  const handleChange = (next: string): void => {
    setText(next)
    setProblem(undefined)
    dismissToasts()
    if (next.trim()) onTyping()
  }
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!props.isMeant()) return
    const parsed = GuidanceResponse.safeParse(text)
    if (!parsed.success) {
      setProblem(parsed.error.issues[0]?.message)
      if (text.trim() === '') toastRequired()
      box.current?.focus()
      return
    }
    respond.run({
      requestId: request.id,
      responseContent: parsed.data,
      waitingSince: isChange ? null : request.waitingSince,
      version: isChange || proposed ? began() : undefined,
    })
  }
  return (
    <Form id={props.id} noValidate onSubmit={handleSubmit} className="flex flex-col gap-3">
      <Field label={isChange ? 'Change the response' : 'Your response'} required error={problem}>
        <Textarea
          ref={box}
          autoFocus={takesFocus}
          minHeight={140}
          limit={GUIDANCE_LIMITS.response}
          value={text}
          readOnly={respond.isPending}
          onChange={({ target }) => handleChange(target.value)}
        />
      </Field>
      {onCancel ? (
        <Button variant="ghost" className="self-start" onClick={onCancel}>
          Cancel
        </Button>
      ) : null}
    </Form>
  )
}

function toastRequired(): void {
  toast({
    title: 'Response required',
    description: 'Please enter a response',
    variant: 'destructive',
  })
}

function fieldSentence(error: Error): string | undefined {
  return error instanceof ApiError ? error.fields.responseContent : undefined
}

/** The mutation key for sending a response, to check whether one is being sent. */
export function respondKey(requestId: number): readonly unknown[] {
  return ['respond', requestId]
}

/**
 * Sends or changes a response, and discards its draft. It is done only after the lists are refetched,
 * because the request may then leave the page.
 */
function useRespond(
  request: AdminGuidanceRequest,
  options: {
    draftKey: string
    onAnswered: (saved: AdminGuidanceRequest) => void
    onSent: () => void
    onFailed: (error: Error) => void
  },
): Action<NewResponse> {
  return useAction({
    key: respondKey(request.id),
    scope: entryScope('guidance', request.id),
    call: sendResponse,
    done: (saved, { waitingSince }) =>
      waitingSince === null
        ? 'Response changed successfully'
        : saved.proposed
          ? 'A second person now reads your response'
          : 'Response sent successfully',
    failed: 'Failed to send response',
    onDone: (saved, { waitingSince }) => {
      forgetText(options.draftKey)
      if (waitingSince !== null) options.onAnswered(saved)
      options.onSent()
    },
    onFailed: options.onFailed,
    refresh: refreshGuidance,
  })
}

type Thread = Pick<AdminGuidanceRequest, 'id' | 'followUp' | 'waitingSince'>

/** The draft key of a response: each question of a request has its own draft. */
export function responseDraftKey(adminId: string, request: Thread): string {
  const kind = request.waitingSince === null ? 'change' : 'response'
  return `guidance-${kind}:${adminId}:${request.id}:${request.followUp ? 2 : 1}`
}

/**
 * The state of the form that changes an answer: shut, open with a saved draft, opened by its
 * button, or done.
 */
export type ChangeMode = 'shut' | 'kept' | 'opened' | 'done'
