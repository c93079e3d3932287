import { useQuery } from '@tanstack/react-query'
import { type ReactElement, type SubmitEvent, useRef, useState } from 'react'
import { SECOND_LOOK_LIMITS, type SecondLookSubject } from '#contract/second-looks.ts'
import { isWithinLength } from '#contract/text-length.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { IdentityCheck } from '#web/features/identity/identity-check.tsx'
import { ownSecondLooksQuery } from '#web/features/second-looks/queries.ts'
import { call } from '#web/lib/api.ts'
import { secondLookCalls } from '#web/lib/calls.gen.ts'
import { useAction } from '#web/lib/use-action.ts'
import { forgetText, useTextDraft } from '#web/lib/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent, DialogFormFooter, DialogTrigger } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

interface Decided {
  subject: SecondLookSubject
  /** The story's, the prayer request's or the team message's. */
  id: number
}

const STATES = {
  asked: 'You asked for a second look. Someone else on the team will answer.',
  answered: 'Somebody took a second look. The answer is under “Messages from our team”.',
} as const

/** What the author can do instead, which withdraws the question. */
const CHANGES = {
  story: ' If you change the story and submit it again, we read the new text instead.',
  prayer: ' If you change the request and submit it again, we read the new text instead.',
  warning: '',
  removal: '',
} as const

/** Beside the reason of a decision: asks somebody else on the team to look again, once. */
export function SecondLook({ subject, id }: Decided): ReactElement | null {
  const { data } = useQuery(ownSecondLooksQuery)
  const [isOpen, setIsOpen] = useState(false)
  const found = data?.find((one) => one.subject === subject && one.id === id)
  if (!found) return null
  if (found.state !== 'possible') {
    return (
      <p className="flex min-h-11 max-w-prose items-center text-sm text-ink-quiet">
        {STATES[found.state]}
      </p>
    )
  }
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button variant="link" className="self-start">
          Ask for a second look
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Ask for a second look"
        description={`Someone else on our team will decide again and tell you why. You can ask once, and the answer is final.${CHANGES[subject]}`}
      >
        <AskForm subject={subject} id={id} onDone={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

function AskForm({ subject, id, onDone }: Decided & { onDone: () => void }): ReactElement {
  const draftKey = `second-look:${useMember().id}:${subject}-${id}`
  const [words, setWords] = useTextDraft(draftKey)
  const [problem, setProblem] = useState<string>()
  const box = useRef<HTMLTextAreaElement>(null)
  const asking = useAction({
    call: () => call(secondLookCalls.ask, { body: { subject, id, words: words.trim() } }),
    done: {
      title: 'You asked for a second look',
      description: 'Someone else on the team will answer.',
    },
    refresh: (client) => client.invalidateQueries(ownSecondLooksQuery),
    onDone: () => {
      forgetText(draftKey)
      onDone()
    },
  })
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const sentence = problemWith(words.trim())
    setProblem(sentence)
    if (sentence) box.current?.focus()
    else asking.run()
  }
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <ErrorNotice title="Your message was not sent" error={asking.error} />
      <Field
        label="What should we look at again?"
        required
        help="Leave out names and places that could identify you."
        error={problem}
      >
        <IdentityCheck>
          <Textarea
            ref={box}
            minHeight={120}
            limit={SECOND_LOOK_LIMITS.words}
            value={words}
            readOnly={asking.isPending}
            onChange={({ target }) => setWords(target.value)}
          />
        </IdentityCheck>
      </Field>
      <DialogFormFooter className="mt-0" busy={asking.isPending}>
        Send
      </DialogFormFooter>
    </Form>
  )
}

/** Uses the same sentences as the server. */
function problemWith(words: string): string | undefined {
  if (words === '') return 'Say what we should look at again.'
  if (isWithinLength(words, SECOND_LOOK_LIMITS.words)) return undefined
  return 'Please use 1,000 characters or less.'
}
