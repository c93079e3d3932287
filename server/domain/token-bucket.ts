/**
 * A gate that lets so many through at once and so many a second after that; it answers whether this
 * one may pass.
 *
 * @param now milliseconds
 */
export function tokenBucket(
  { burst, perSecond }: { burst: number; perSecond: number },
  now: () => number,
): () => boolean {
  let tokens = burst
  let filledAt = now()
  return () => {
    const instant = now()
    // A clock that is set back fills nothing and takes nothing away.
    const passed = Math.max(0, instant - filledAt) / 1000
    tokens = Math.min(burst, tokens + passed * perSecond)
    filledAt = instant
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}
