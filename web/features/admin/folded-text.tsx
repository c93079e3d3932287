import { type ReactElement, useId, useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'

/** Plain text with line breaks. A long text is collapsed until “Read more” is pressed. */
export function FoldedText({ text }: { text: string }): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const isLong = isLongText(text)
  return (
    <div className="flex flex-col items-start gap-1">
      <p
        id={id}
        className={cn(
          'max-w-prose wrap-anywhere whitespace-pre-wrap',
          isLong && !isOpen && 'line-clamp-6',
        )}
      >
        {text}
      </p>
      {isLong ? (
        <Button
          variant="link"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Read less' : 'Read more'}
        </Button>
      ) : null}
    </div>
  )
}

const LONG_CHARACTERS = 700
const LONG_LINES = 10

/** Whether a text is long enough to collapse. */
export function isLongText(text: string): boolean {
  return text.length > LONG_CHARACTERS || text.split('\n').length > LONG_LINES
}
