import { type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import { MessageCircleQuestion } from 'lucide-react'
import { type ReactElement, type SubmitEvent, useRef, useState } from 'react'
import { GUIDANCE_LIMITS, GuidanceContent, type GuidanceRequest } from '#contract/guidance.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { CrisisPanel } from '#web/features/care/crisis-panel.tsx'
import { refreshOwnRequests, replaceOwnRequest } from '#web/features/guidance/queries.ts'
import { IdentityCheck } from '#web/features/identity/identity-check.tsx'
import { ApiError, call, isOutdated, sentenceOf } from '#web/lib/api.ts'
import { guidanceCalls } from '#web/lib/calls.gen.ts'
import { forgetText, keptText, useTextDraft } from '#web/lib/use-draft.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** Offers one follow-up question. Starts open if there is a draft. */
export function FollowUp({ requestId }: { requestId: number }): ReactElement {
  const draftKey = `guidance:${useMember().id}:follow-up:${requestId}`
  const [mode, setMode] = useStoredState<'closed' | 'kept' | 'opened' | 'canceled'>(
    () => (keptText(draftKey) === undefined ? 'closed' : 'kept'),
    'closed',
  )
  if (mode === 'closed' || mode === 'canceled') {
    return (
      <Button
        ref={mode === 'canceled' ? takeFocus : undefined}
        variant="outline"
        className="self-start"
        onClick={() => setMode('opened')}
      >
        <MessageCircleQuestion aria-hidden size={18} />
        Ask a follow-up
      </Button>
    )
  }
  return (
    <FollowUpForm
      requestId={requestId}
      draftKey={draftKey}
      takesFocus={mode === 'opened'}
      onCancel={() => {
        forgetText(draftKey)
        setMode('canceled')
      }}
    />
  )
}

interface FollowUpFormProps {
  requestId: number
  draftKey: string
  takesFocus: boolean
  onCancel: () => void
}

function FollowUpForm(props: FollowUpFormProps): ReactElement {
  const { requestId, draftKey, takesFocus, onCancel } = props
  const [content, setContent] = useTextDraft(draftKey)
  const [problem, setProblem] = useState<string>()
  const box = useRef<HTMLTextAreaElement>(null)
  const followUp = useFollowUp({
    requestId,
    onSent: () => {
      forgetText(draftKey)
      // The form disappears, so the request takes the keyboard focus.
      box.current?.closest('li')?.focus({ preventScroll: true })
    },
  })
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (followUp.isPending) return
    const parsed = GuidanceContent.safeParse(content)
    setProblem(parsed.error?.issues[0]?.message)
    if (!parsed.success) box.current?.focus()
    else {
      followUp.mutate(
        { content: parsed.data },
        { onError: (error) => setProblem(refusalOf(error)) },
      )
    }
  }
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-3 rounded-lg bg-sand p-4">
      <Field
        label="Your follow-up"
        required
        help="You can ask one more question about this answer. You stay anonymous."
        error={problem}
      >
        <IdentityCheck>
          <Textarea
            ref={box}
            autoFocus={takesFocus}
            limit={GUIDANCE_LIMITS.content}
            value={content}
            readOnly={followUp.isPending}
            onChange={({ target }) => setContent(target.value)}
          />
        </IdentityCheck>
      </Field>
      <CrisisPanel text={content} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={followUp.isPending}>
          Send follow-up
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus()
}

function refusalOf(error: Error): string {
  return (error instanceof ApiError && error.fields.content) || sentenceOf(error)
}

/**
 * Sends a follow-up. Errors are shown next to the text, which stays in the form.
 *
 * @param onSent runs while the form is still mounted
 */
function useFollowUp({
  requestId,
  onSent,
}: {
  requestId: number
  onSent: () => void
}): UseMutationResult<GuidanceRequest, Error, { content: string }> {
  const client = useQueryClient()
  return useSending({
    mutationFn: (body) => call(guidanceCalls.followUp, { params: { id: requestId }, body }),
    onSuccess: (request) => {
      onSent()
      toast({ title: 'Follow-up submitted successfully' })
      replaceOwnRequest(client, request)
      return refreshOwnRequests(client)
    },
    // Another tab or device of the member may have changed it.
    onError: (error) => (isOutdated(error) ? refreshOwnRequests(client) : undefined),
  })
}
