import type { ReactElement } from 'react'
import { COVER, coverShape } from '#web/features/shop/cover-shape.ts'

/** The cover of a product without an image: crossing paths in the colors of the theme. */
export function ProductCover({ productId }: { productId: number }): ReactElement {
  const { ground, sun, paths } = coverShape(productId)
  const { x, y, radius } = sun
  return (
    <svg
      aria-hidden="true"
      data-cover={productId}
      viewBox={`0 0 ${COVER.width} ${COVER.height}`}
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      strokeLinecap="round"
      className="size-full"
    >
      <rect width={COVER.width} height={COVER.height} fill={`var(${ground})`} />
      <g stroke="var(--gold)" strokeWidth="2.5">
        <path d={`M${x - radius} ${y}a${radius} ${radius} 0 0 1 ${2 * radius} 0`} />
        <path
          d={`M${x} ${y - radius - 8}v-8M${x - radius - 8} ${y}h-8M${x + radius + 8} ${y}h8M${x - radius * 0.8 - 5} ${y - radius * 0.8 - 5}l-6-6M${x + radius * 0.8 + 5} ${y - radius * 0.8 - 5}l6-6`}
        />
      </g>
      {paths.map(({ d, ink }) => (
        <path key={d} d={d} stroke={`var(${ink})`} strokeWidth="3" />
      ))}
    </svg>
  )
}
