import { type ReactElement, type SubmitEvent, useRef, useState } from 'react'
import { SECOND_LOOK_LIMITS } from '#contract/second-looks.ts'
import { isWithinLength } from '#contract/text-length.ts'
import { IdentityCheck } from '#web/features/identity/identity-check.tsx'
import { type ActionOptions, useAction } from '#web/lib/use-action.ts'
import { forgetText, useTextDraft } from '#web/lib/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent, DialogFormFooter, DialogTrigger } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

interface AskFormProps extends Pick<ActionOptions<string, unknown>, 'refresh'> {
  draftKey: string
  send: (words: string) => Promise<unknown>
  /** The end of the toast, after who answers. */
  hears?: string
  onDone: () => void
}

/** The button that asks for a second look, with its dialog. The words are kept until they are sent. */
export function AskDialog(
  props: Omit<AskFormProps, 'onDone'> & { onDone?: () => void; note?: string },
): ReactElement {
  const { note = '', onDone, ...form } = props
  const [isOpen, setIsOpen] = useState(false)
  const handleDone = (): void => {
    setIsOpen(false)
    onDone?.()
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
        description={`Someone else on our team will decide again and tell you why. You can ask once, and the answer is final.${note}`}
      >
        <AskForm {...form} onDone={handleDone} />
      </DialogContent>
    </Dialog>
  )
}

function AskForm({ draftKey, send, hears = '', refresh, onDone }: AskFormProps): ReactElement {
  const [words, setWords] = useTextDraft(draftKey)
  const [problem, setProblem] = useState<string>()
  const box = useRef<HTMLTextAreaElement>(null)
  const asking = useAction({
    call: () => send(words.trim()),
    done: {
      title: 'You asked for a second look',
      description: `Someone else on the team will answer.${hears}`,
    },
    ...(refresh && { refresh }),
    onDone: () => {
      forgetText(draftKey)
      onDone()
    },
  })
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    // React's events also reach the form around a dialog.
    event.stopPropagation()
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
