/*
 * Readers for search parameters. The router parses each value as JSON if possible, so `?q=12`
 * arrives as a number.
 */

export type Search = Record<string, unknown>

/** The text of a parameter, or undefined if it is missing or empty. */
export function textIn(search: Search, name: string): string | undefined {
  const value = search[name]
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim() || undefined
}

/** A positive integer, or undefined. */
export function numberIn(search: Search, name: string): number | undefined {
  const value = Number(textIn(search, name))
  return Number.isSafeInteger(value) && value >= 1 ? value : undefined
}

/** One of the given words, or undefined. */
export function wordIn<const Word extends string>(
  search: Search,
  name: string,
  words: readonly Word[],
): Word | undefined {
  return words.find((word) => word === search[name])
}

/** A calendar day, `YYYY-MM-DD`, or undefined. */
export function dateIn(search: Search, name: string): string | undefined {
  const value = search[name]
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const day = new Date(`${value}T00:00:00Z`)
  const exists = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
  // The calendar has no year 0.
  return exists && value >= '0001' ? value : undefined
}
