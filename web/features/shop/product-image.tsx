import { type ReactElement, useState } from 'react'
import { ProductCover } from '#web/features/shop/product-cover.tsx'
import { cn } from '#web/lib/cn.ts'

interface ProductImageProps {
  src: string | null
  /** Draws the cover that takes the place of a missing picture; 0 for a product to come. */
  productId: number
  className?: string
}

/** A product's picture, or a cover drawn for it. Decoration: the title stands beside it. */
export function ProductImage({ src, productId, className }: ProductImageProps): ReactElement {
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
        <ProductCover productId={productId} />
      )}
    </div>
  )
}
