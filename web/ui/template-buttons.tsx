import type { ReactElement } from 'react'
import type { Template } from '#web/lib/templates.ts'
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
