import { type ReactElement, useRef, useState } from 'react'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import { type Template, withTemplate } from '#web/lib/templates.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { TemplateButtons } from '#web/ui/template-buttons.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

const TEMPLATES: readonly Template[] = [
  {
    label: 'Thank you',
    text: 'Thank you for looking out for this community.',
  },
  {
    label: 'Within our rules',
    text: 'We read it carefully. It’s within our rules, even if it’s hard to read. You can mute a community username if you’d rather not see what they write.',
  },
  {
    label: 'We spoke to them',
    text: 'We’ve reminded the person who wrote it of our rules.',
  },
]

interface ReportNoteProps {
  note: string
  isTooLong: boolean
  onNote: (note: string) => void
}

/** An optional message that the reporters receive with the decision. */
export function ReportNote({ note, isTooLong, onNote }: ReportNoteProps): ReactElement {
  const box = useRef<HTMLTextAreaElement>(null)
  const [isOpen] = useState(note !== '')
  const fill = (template: string): void => {
    onNote(withTemplate(note, template, TEMPLATES))
    box.current?.focus()
  }
  return (
    <Disclosure summary="Message to whoever reported it" className="border-b-0" open={isOpen}>
      <div className="flex flex-col gap-4">
        <TemplateButtons templates={TEMPLATES} onPick={fill} />
        <Field
          label="Message"
          help="Optional. They’ll be told your decision either way, but not who wrote this. You won’t see who they are."
          error={isTooLong ? 'The message must be 500 characters or less' : undefined}
        >
          <Textarea
            ref={box}
            limit={STORY_LIMITS.reportNote}
            value={note}
            onChange={(event) => onNote(event.target.value)}
          />
        </Field>
      </div>
    </Disclosure>
  )
}
