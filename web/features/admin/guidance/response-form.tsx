import { type ReactElement, type RefObject, type SubmitEvent, useState } from 'react'
import { type AdminGuidanceRequest, GUIDANCE_LIMITS, GuidanceResponse } from '#contract/guidance.ts'
import { useRespond } from '#web/features/admin/guidance/use-respond.ts'
import { ApiError } from '#web/lib/api.ts'
import { useTextDraft } from '#web/lib/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { dismissToasts, toast } from '#web/ui/toast-store.ts'

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
  /** Called while text is typed. */
  onTyping: () => void
  /** Called when a new answer is sent, before the lists are refetched. */
  onAnswered: () => void
  onSent: () => void
  /** Without it, there is no Cancel button. */
  onCancel?: () => void
}

/** Writes or changes an answer. The text stays in this tab until it is sent. */
export function ResponseForm(props: ResponseFormProps): ReactElement | null {
  const { request, draftKey, wording, box, takesFocus, onTyping, onSent, onCancel } = props
  const [text, setText] = useTextDraft(draftKey, wording)
  const [problem, setProblem] = useState<string>()
  const respond = useRespond(request, { draftKey, onAnswered: props.onAnswered })
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
    if (respond.isPending) return
    const parsed = GuidanceResponse.safeParse(text)
    if (!parsed.success) {
      setProblem(parsed.error.issues[0]?.message)
      if (text.trim() === '') toastRequired()
      box.current?.focus()
      return
    }
    respond.mutate(
      {
        requestId: request.id,
        responseContent: parsed.data,
        waitingSince: isChange ? null : request.waitingSince,
      },
      { onSuccess: onSent, onError: (error) => setProblem(fieldSentence(error)) },
    )
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
