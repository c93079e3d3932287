const DAY_MS = 86_400_000

/**
 * The item for a day, `YYYY-MM-DD`: the same for every reader, and repeated only after all others.
 */
export function ofDay<Item>(items: readonly Item[], date: string): Item {
  const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
  const count = items.length
  const item = items[((day % count) + count) % count]
  if (item === undefined) throw new Error('This is not a date, or there is nothing to choose from.')
  return item
}
