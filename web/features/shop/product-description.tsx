import { type ReactElement, useId, useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

/** About five lines in a card. */
const LONG_CHARACTERS = 220

const LONG_BLOCKS = 5

interface ProductDescriptionProps {
  html: string
  /** Distinguishes its button from those of other products. */
  title: string
}

/** A product's description. A long one is collapsed to its beginning. */
export function ProductDescription({ html, title }: ProductDescriptionProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const isLong = isLongDescription(html)
  const isFolded = isLong && !isOpen
  return (
    <div className="flex flex-col items-start">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: opens the description when a link in
          its hidden part gets the focus. */}
      <div
        id={id}
        onFocus={() => setIsOpen(true)}
        className={cn('w-full', isFolded && 'max-h-32 overflow-hidden mask-b-from-60%')}
      >
        <RichText html={withoutHeadings(html)} />
      </div>
      {isLong ? (
        <Button
          variant="link"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={`${isOpen ? 'Read less' : 'Read more'} about ${title}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Read less' : 'Read more'}
        </Button>
      ) : null}
    </div>
  )
}

/**
 * Prepares sanitized rich text for a section with its own heading: headings become bold lines, so
 * that the page's outline stays in order.
 */
export function withoutHeadings(html: string): string {
  return html
    .replace(/<h[1-6](\s[^>]*)?>/gi, '<p><strong>')
    .replace(/<\/h[1-6]>/gi, '</strong></p>')
}

/** Whether rich text is long enough to be collapsed. */
export function isLongDescription(html: string): boolean {
  const blocks = html.match(/<(p|li|br|blockquote|hr|h[1-6])\b/gi)?.length ?? 0
  const text = html.replace(/<[^>]*>/g, '')
  return /<img\b/i.test(html) || blocks > LONG_BLOCKS || text.length > LONG_CHARACTERS
}
