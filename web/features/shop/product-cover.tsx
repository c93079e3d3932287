import type { ReactElement } from 'react'

/** The size of a cover, in its own units. */
export const COVER = { width: 320, height: 180 } as const

const COVER_GROUNDS = ['--primary-soft', '--gold-soft', '--sand'] as const

const INKS = ['--primary', '--gold', '--line-strong', '--primary-strong'] as const

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

interface CoverShape {
  /** The name of a CSS color token. */
  ground: (typeof COVER_GROUNDS)[number]
  sun: { x: number; y: number; radius: number }
  /** Paths from the left edge through a common point to the right edge. */
  paths: { d: string; ink: (typeof INKS)[number] }[]
}

/** The cover of a product without an image, always the same for the same product. */
export function coverShape(productId: number): CoverShape {
  const next = numbersFrom(productId)
  const between = (from: number, to: number): number => Math.round(from + next() * (to - from))
  const crossing = { x: between(120, 200), y: between(96, 124) }
  const firstInk = between(0, INKS.length - 1)
  const count = between(3, 4)
  const paths = Array.from({ length: count }, (_, index) => {
    const [left, right] = [between(40, 172), between(72, 172)]
    const bend = between(36, 72)
    const { x, y } = crossing
    const d = `M0 ${left}C${x - 2 * bend} ${left} ${x - bend} ${y} ${x} ${y}S${x + bend} ${right} ${COVER.width} ${right}`
    return { d, ink: INKS[(firstInk + index) % INKS.length] ?? INKS[0] }
  })
  const ground = COVER_GROUNDS[between(0, COVER_GROUNDS.length - 1)] ?? COVER_GROUNDS[0]
  return { ground, sun: { x: crossing.x, y: crossing.y - 28, radius: between(18, 30) }, paths }
}

/** A pseudorandom generator of numbers from 0 to 1, determined by `seed` (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
