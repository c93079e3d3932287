import { type ReactElement, type ReactNode, useId, useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'

const FOLDS = {
  /** Three lines, for more than about four lines on a phone. */
  short: { characters: 240, lines: 4, clamp: 'line-clamp-3' },
  medium: { characters: 480, lines: 8, clamp: 'line-clamp-5' },
  long: { characters: 700, lines: 10, clamp: 'line-clamp-6' },
}

interface FoldedTextProps {
  text: string
  /** The collapsed text, and its length. */
  fold?: keyof typeof FOLDS | undefined
  /** The labels of the button that expands the text and collapses it again. */
  labels?: { more: string; less: string }
  /** Whether the whole text is shown at first. */
  startsOpen?: boolean
  /** The whole text with its links, if it can have some. */
  children?: ReactNode
}

/** Plain text with line breaks. A long text is collapsed until “Read more” is pressed. */
export function FoldedText(props: FoldedTextProps): ReactElement {
  const { text, fold = 'long', labels, startsOpen = false, children = text } = props
  const [isOpen, setIsOpen] = useState(startsOpen)
  const id = useId()
  const isLong = isLongText(text, fold)
  const isFolded = isLong && !isOpen
  return (
    <div className="flex flex-col items-start">
      <p
        dir="auto"
        id={id}
        className={cn(
          'w-full max-w-prose [align-self:self-start] wrap-anywhere whitespace-pre-wrap',
          isFolded && FOLDS[fold].clamp,
        )}
      >
        {isFolded ? text : children}
      </p>
      {isLong ? (
        <Button
          variant="link"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? (labels?.less ?? 'Read less') : (labels?.more ?? 'Read more')}
        </Button>
      ) : null}
    </div>
  )
}

/** Whether a text is long enough to collapse. */
export function isLongText(text: string, fold: keyof typeof FOLDS): boolean {
  const { characters, lines } = FOLDS[fold]
  return text.length > characters || text.split('\n').length > lines
}
