import type { ReactElement } from 'react'
import { Button } from '#web/ui/button.tsx'

interface TemplateButtonsProps {
  templates: readonly Template[]
  onPick: (text: string) => void
}

/** Buttons that insert a template, above the box that they fill. */
export function TemplateButtons({ templates, onPick }: TemplateButtonsProps): ReactElement {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-ink-quiet">Start from a template:</p>
      <div className="flex flex-wrap gap-2">
        {templates.map(({ label, text }) => (
          <Button key={label} variant="secondary" size="sm" onClick={() => onPick(text)}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** A prewritten text. */
export interface Template {
  label: string
  text: string
}

/** Fills an untouched box with the template, or appends the template to typed text. */
export function withTemplate(
  written: string,
  template: string,
  templates: readonly Template[],
): string {
  const typed = written.trim()
  const isUntouched = typed === '' || templates.some(({ text }) => text === typed)
  return isUntouched ? template : `${typed}\n\n${template}`
}
