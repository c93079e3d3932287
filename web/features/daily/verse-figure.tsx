import type { ReactElement } from 'react'

interface VerseFigureProps {
  text: string
  reference: ReactElement
}

/**
 * A verse with its reference. Also used as a block of the same size in page shells without the
 * text.
 */
export function VerseFigure({ text, reference }: VerseFigureProps): ReactElement {
  return (
    <figure className="mb-5 max-w-prose">
      <blockquote className="border-l-3 border-gold pl-4 font-serif text-lg leading-relaxed empty:min-h-22 empty:rounded-lg empty:border-0 empty:bg-sand">
        {text}
      </blockquote>
      <figcaption className="mt-2 pl-4.75 text-sm text-ink-quiet">{reference}</figcaption>
    </figure>
  )
}
