import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactElement, type SubmitEvent, useRef, useState } from 'react'
import { PRAYER_LIMITS } from '#contract/prayer-limits.ts'
import { isWithinLength } from '#contract/text-length.ts'
import { CrisisPanel } from '#web/features/care/crisis-panel.tsx'
import { IdentityCheck } from '#web/features/identity/identity-check.tsx'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { forgetText, useTextChange } from '#web/lib/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

interface PrayerFormProps<Saved> {
  /** The key under which typed text is kept. */
  draftKey: string
  /** The text to change. Without it, the request is a new one. */
  saved?: { text: string; version: string }
  submitLabel: string
  save: UseMutationResult<Saved, Error, PrayerText>
  onSaved: (saved: Saved) => void
  onClose: () => void
}

/** A text as it is sent. */
export interface PrayerText {
  content: string
  /** The version that the text began from; undefined for a new request. */
  version: string | undefined
}

const NEW = { text: '', version: undefined }

/** Writes or edits a prayer request. */
export function PrayerForm<Saved>(props: PrayerFormProps<Saved>): ReactElement {
  const { draftKey, saved = NEW, save, onSaved } = props
  const [content, setContent, began] = useTextChange(draftKey, saved)
  const [problem, setProblem] = useState<string>()
  const box = useRef<HTMLTextAreaElement>(null)
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (save.isPending) return
    const sentence = problemWith(content.trim())
    setProblem(sentence)
    if (sentence) {
      box.current?.focus()
      return
    }
    const text = { content: content.trim(), version: began() }
    save.mutate(text, {
      onSuccess: (answer) => {
        forgetText(draftKey)
        onSaved(answer)
      },
      onError: (error) => {
        setProblem((error instanceof ApiError && error.fields.content) || sentenceOf(error))
        box.current?.focus()
      },
    })
  }
  const handleClose = (): void => {
    forgetText(draftKey)
    props.onClose()
  }
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <Field
        label="Your request"
        required
        help="Leave out names and places that could identify you or someone else."
        error={problem}
      >
        <IdentityCheck>
          <Textarea
            ref={box}
            minHeight={120}
            limit={PRAYER_LIMITS.content}
            value={content}
            readOnly={save.isPending}
            onChange={({ target }) => setContent(target.value)}
          />
        </IdentityCheck>
      </Field>
      <CrisisPanel text={content} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending}>
          {props.submitLabel}
        </Button>
        <Button variant="ghost" onClick={handleClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

/** Uses the same sentences as the server. */
function problemWith(content: string): string | undefined {
  if (content === '') return 'Enter your prayer request'
  if (isWithinLength(content, PRAYER_LIMITS.content)) return undefined
  return 'Prayer requests must be 500 characters or less'
}
