const DAY_MS = 86_400_000

/**
 * One of `items` for a day, `YYYY-MM-DD`: the same for every reader, and not again before all others
 * have had their day.
 */
export function ofDay<Item>(items: readonly Item[], date: string): Item {
  const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
  const count = items.length
  const item = items[((day % count) + count) % count]
  if (item === undefined) throw new Error('This is not a date, or there is nothing to choose from.')
  return item
}
