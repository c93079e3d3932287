import { type ReactElement, useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { PathsMotif } from '#web/ui/paths-motif.tsx'

interface ProductImageProps {
  src: string | null
  /** Shown if the image is missing; defaults to the motif. */
  cover?: ReactElement
  className?: string
}

/** A product's image or its replacement. Decorative, because the title is next to it. */
export function ProductImage({ src, cover, className }: ProductImageProps): ReactElement {
  const [missing, setMissing] = useState<string>()
  return (
    <div
      className={cn(
        'flex aspect-video items-center justify-center overflow-hidden rounded-lg bg-sand',
        className,
      )}
    >
      {src !== null && src !== missing ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setMissing(src)}
          className="size-full object-cover"
        />
      ) : (
        (cover ?? <PathsMotif className="w-1/2 max-w-36 opacity-80" />)
      )}
    </div>
  )
}
