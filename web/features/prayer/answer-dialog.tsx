import { type ReactElement, type SubmitEvent, useState } from 'react'
import type { OwnPrayerRequest } from '#contract/prayer.ts'
import { PRAYER_LIMITS } from '#contract/prayer-limits.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { CrisisPanel } from '#web/features/care/crisis-panel.tsx'
import { IdentityCheck } from '#web/features/identity/identity-check.tsx'
import { answerDraftKey } from '#web/features/prayer/prayer-draft.ts'
import { useAnswer } from '#web/features/prayer/use-own-request.ts'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { forgetText, useTextDraft } from '#web/lib/use-text-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent, DialogFormFooter, DialogTrigger } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

/** Marks a request as answered, with an optional line about how. */
export function AnswerDialog({ request }: { request: OwnPrayerRequest }): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const isAnswered = request.status === 'answered'
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger>
        <Button variant="outline" size="sm">
          {isAnswered ? (request.answer ? 'Change the line' : 'Add a line') : 'Mark as answered'}
        </Button>
      </DialogTrigger>
      <DialogContent
        title={isAnswered ? 'How it was answered' : 'Mark as answered'}
        description="Your request moves to the answered prayers. Our team reads your line before others see it."
      >
        <AnswerForm request={request} onDone={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

interface AnswerFormProps {
  request: OwnPrayerRequest
  onDone: () => void
}

function AnswerForm({ request, onDone }: AnswerFormProps): ReactElement {
  const draftKey = answerDraftKey(useMember().id, request.id)
  const [text, setText] = useTextDraft(draftKey, request.answer ?? '')
  const answering = useAnswer(request.id)
  const { error } = answering
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (answering.isPending) return
    answering.mutate(text.trim(), {
      onSuccess: () => {
        forgetText(draftKey)
        onDone()
      },
    })
  }
  const problem = error
    ? (error instanceof ApiError && error.fields.answer) || sentenceOf(error)
    : undefined
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <Field label="How was it answered?" help="Optional." error={problem}>
        <IdentityCheck>
          <Textarea
            limit={PRAYER_LIMITS.answer}
            value={text}
            readOnly={answering.isPending}
            onChange={({ target }) => setText(target.value)}
          />
        </IdentityCheck>
      </Field>
      <CrisisPanel text={text} />
      <DialogFormFooter className="mt-0" busy={answering.isPending}>
        {request.status === 'answered' ? 'Save' : 'Mark as answered'}
      </DialogFormFooter>
    </Form>
  )
}
