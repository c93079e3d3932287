import { type ReactElement, useId, useState } from 'react'
import { isLongDescription, withoutHeadings } from '#web/features/shop/description.ts'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

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
