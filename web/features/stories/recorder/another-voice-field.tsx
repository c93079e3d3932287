import { Mic, Square } from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import { IdentityCheck } from '#web/features/identity/identity-check.tsx'
import { ReadAloud } from '#web/features/read-aloud/read-aloud.tsx'
import { useDictation } from '#web/features/stories/recorder/dictation.ts'
import type { StoryFormState } from '#web/features/stories/use-story-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

/** The words of a story in another voice: typed or spoken, and heard as a listener's device says them. */
export function AnotherVoiceField({ form }: { form: StoryFormState['form'] }): ReactElement {
  const words = useWatch({ control: form.control, name: 'content' })
  const holder = useRef<HTMLDivElement>(null)
  const dictation = useDictation((spoken) => {
    const box = holder.current?.querySelector('textarea')
    if (box) append(box, spoken)
  })
  return (
    <div ref={holder} className="flex flex-col gap-3">
      <Field
        label="Your words"
        required
        help="Type them, or use the microphone key of your keyboard. That key belongs to your device, which may send your voice to its maker. We only get the words."
        error={form.formState.errors.content?.message}
      >
        <IdentityCheck>
          <Textarea minHeight={140} limit={STORY_LIMITS.content} {...form.register('content')} />
        </IdentityCheck>
      </Field>
      <div className="flex flex-wrap gap-3">
        <ReadAloud title="your words" text={words} label="Listen" variant="outline" />
        {dictation.isAvailable ? (
          <Button variant="outline" size="sm" className="min-h-11" onClick={dictation.toggle}>
            {dictation.isListening ? (
              <Square aria-hidden size={16} />
            ) : (
              <Mic aria-hidden size={16} />
            )}
            {dictation.isListening ? 'Stop listening' : 'Speak your words'}
          </Button>
        ) : null}
      </div>
      {dictation.isAvailable ? (
        <p role="status" className="text-sm text-ink-quiet">
          {dictation.isListening
            ? 'Listening. Your words appear above, and you can change them.'
            : 'Your device can write down what you say without sending it to anyone.'}
        </p>
      ) : null}
      {dictation.hasFailed ? (
        <Notice variant="error">
          Your device couldn’t listen. Check the microphone, or type your words.
        </Notice>
      ) : null}
    </div>
  )
}

/** Adds words as if they had been typed, so that the form and its helpers notice. */
function append(box: HTMLTextAreaElement, words: string): void {
  const before = box.value
  const space = before === '' || /\s$/.test(before) ? '' : ' '
  box.setRangeText(space + words.trim(), before.length, before.length, 'end')
  box.dispatchEvent(new Event('input', { bubbles: true }))
}
