import { type ReactElement, type SubmitEvent, useState } from 'react'
import { LIVE_LIMITS } from '#contract/live.ts'
import { isWithinLength } from '#contract/text-length.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { IdentityCheck } from '#web/features/identity/identity-check.tsx'
import { useTextDraft } from '#web/lib/use-text-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { room } from './room.ts'
import type { RoomState } from './room-state.ts'

/** Asks a question. It stays in its field, and on this device, until the room shows it. */
export function QuestionForm({ state }: { state: RoomState }): ReactElement {
  const [text, setText] = useTextDraft(`live-question:${useMember().id}`)
  const [error, setError] = useState<string>()
  /** How many questions this person had when the last one was sent. */
  const [sentAt, setSentAt] = useState<number>()
  const asked = state.room.questions.filter(({ mine }) => mine).length
  if (sentAt !== undefined && asked > sentAt) {
    setSentAt(undefined)
    setText('')
  }
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const problem = send(text.trim())
    setError(problem)
    if (!problem) setSentAt(asked)
  }
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col items-start gap-3">
      <Field label="Your question" error={error} className="w-full">
        <IdentityCheck>
          <Textarea
            minHeight={80}
            limit={LIVE_LIMITS.question}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setError(undefined)
            }}
          />
        </IdentityCheck>
      </Field>
      <Button type="submit" variant="outline">
        Ask
      </Button>
    </Form>
  )
}

/** Sends a question, or returns why it can't be sent. */
function send(text: string): string | undefined {
  if (text === '') return 'Enter your question.'
  if (!isWithinLength(text, LIVE_LIMITS.question)) {
    return `Questions must be ${LIVE_LIMITS.question} characters or less.`
  }
  if (room.ask(text)) return undefined
  return 'You’re not connected right now. Your question is still here.'
}
