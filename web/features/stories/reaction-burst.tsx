import { type ReactElement, useEffect, useEffectEvent, useRef } from 'react'

/** Member document, section 9. */
const EMOJIS = 12
const LIFE_MS = 800
const RADIUS_PX = 72

interface ReactionBurstProps {
  emoji: string
  onEnd: () => void
}

/**
 * Emojis that fly up from a reaction and disappear. Not shown to people who prefer reduced motion.
 */
export function ReactionBurst({ emoji, onEnd }: ReactionBurstProps): ReactElement | null {
  const ref = useRef<HTMLSpanElement>(null)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!hasReducedMotion()) for (const piece of ref.current?.children ?? []) fly(piece)
    const timer = setTimeout(end, LIFE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (hasReducedMotion()) return null
  return (
    <span ref={ref} aria-hidden className="pointer-events-none absolute inset-0 z-10">
      {Array.from({ length: EMOJIS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are identical and never reordered
        <span key={index} className="absolute top-1/2 left-1/2 opacity-0">
          {emoji}
        </span>
      ))}
    </span>
  )
}

function hasReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Animates a piece to a random point in the upper half circle around its start. */
function fly(piece: Element): void {
  const angle = -Math.PI * (0.08 + 0.84 * Math.random())
  const distance = RADIUS_PX * (0.55 + 0.45 * Math.random())
  const x = Math.cos(angle) * distance
  const y = Math.sin(angle) * distance
  piece.animate(
    [
      { opacity: 1, transform: 'translate(-50%, -50%) scale(0.6)' },
      { opacity: 1, offset: 0.6 },
      {
        opacity: 0,
        transform: `translate(calc(-50% + ${x}px), calc(-50% + ${y}px)) scale(1.1)`,
      },
    ],
    { duration: LIFE_MS, easing: 'ease-out' },
  )
}
