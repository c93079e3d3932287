import { characterCount, isWithinLength } from '#contract/text-length.ts'

const SHOWN_FROM = 0.9

/** What to say near and past a limit: 'over' is too long to be sent. Undefined far from it. */
export function charactersLeft(
  text: string,
  max: number,
): { sentence: string; isOver: boolean } | undefined {
  // A character takes at least one place, so there is nothing to count in a short text.
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
  return count === 1 ? '1 character' : `${count.toLocaleString('en-US')} characters`
}
