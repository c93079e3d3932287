import { type ReactElement, useId, useState } from 'react'
import { ScriptureText } from '#web/features/scripture/scripture-text.tsx'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'

/** More than about four lines on a phone. */
const LONG_CHARACTERS = 240
const LONG_LINES = 4

interface LongTextProps {
  text: string
  /** The labels of the button that expands the text and collapses it again. */
  labels: { more: string; less: string }
  /** Whether the whole text is shown at first. */
  startsOpen?: boolean
}

/** Plain text with its line breaks; long text is truncated. */
export function LongText({ text, labels, startsOpen = false }: LongTextProps): ReactElement {
  const [isOpen, setIsOpen] = useState(startsOpen)
  const id = useId()
  const isLong = text.length > LONG_CHARACTERS || text.split('\n').length > LONG_LINES
  return (
    <div className="flex flex-col items-start">
      <p
        id={id}
        className={cn(
          'w-full max-w-prose whitespace-pre-wrap',
          isLong && !isOpen && 'line-clamp-3',
        )}
      >
        {isLong && !isOpen ? text : <ScriptureText text={text} />}
      </p>
      {isLong ? (
        <Button
          variant="link"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? labels.less : labels.more}
        </Button>
      ) : null}
    </div>
  )
}
