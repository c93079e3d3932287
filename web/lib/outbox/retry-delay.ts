const FIRST_MS = 5_000
const LONGEST_MS = 5 * 60_000

/**
 * How long to wait before the next try, growing with each one, in milliseconds. Up to a fifth more
 * or less, so that the members of a server that was away do not all return at once.
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
