/**
 * A rate limiter that lets `burst` calls through at once and `perSecond` calls per second after
 * that. The returned function says whether the call may pass.
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
    // A clock that is set back neither adds nor removes tokens.
    const passed = Math.max(0, instant - filledAt) / 1000
    tokens = Math.min(burst, tokens + passed * perSecond)
    filledAt = instant
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}
