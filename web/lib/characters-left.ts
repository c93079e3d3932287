import { characterCount, isWithinLength } from '#contract/text-length.ts'
import { formatNumber } from '#web/lib/dates.ts'

const SHOWN_FROM = 0.9

/** The words near and past a length limit; undefined far from it. `isOver`: too long to send. */
export function charactersLeft(
  text: string,
  max: number,
): { sentence: string; isOver: boolean } | undefined {
  // Each character has at least one UTF-16 unit, so a short text needs no counting.
  if (text.length < max * SHOWN_FROM) return undefined
  const count = characterCount(text.trim())
  const left = max - count
  const isOver = !isWithinLength(text.trim(), max)
  if (isOver)
    return { sentence: left < 0 ? `${charactersText(-left)} too many` : 'Too long', isOver }
  if (count < max * SHOWN_FROM) return undefined
  return { sentence: `${charactersText(left)} left`, isOver }
}

function charactersText(count: number): string {
  return count === 1 ? '1 character' : `${formatNumber(count, 'en-US')} characters`
}
