const FIRST_MS = 5_000
const LONGEST_MS = 5 * 60_000

/**
 * Milliseconds until the next try, growing with each one. Varies by up to a fifth, so that devices
 * don't all retry at once after the server was down.
 *
 * @param tries from 0
 * @param random from 0 to 1
 */
export function retryDelay(
  tries: number,
  { retryAfterSeconds = 0, random = Math.random() } = {},
): number {
  const grown = Math.min(FIRST_MS * 2 ** tries, LONGEST_MS)
  return Math.max(retryAfterSeconds * 1000, Math.round(grown * (0.8 + 0.4 * random)))
}
