/** A page of a list, as the server returns it. */
export interface ListPage<T> {
  items: readonly T[]
  /** From 1. */
  page: number
  pageSize: number
  /** The number of entries in the whole list. */
  total: number
}

/**
 * The entries that left a list. A missing entry at an edge of the page may only have moved to the
 * page beyond it, if one exists, so it is not included.
 */
export function leftEntries<T extends { id: number }>(before: readonly T[], now: ListPage<T>): T[] {
  const isHere = ({ id }: T): boolean => now.items.some((item) => item.id === id)
  const first = before.findIndex(isHere)
  const last = before.findLastIndex(isHere)
  const hasPageBefore = now.page > 1
  const hasPageAfter = now.page * now.pageSize < now.total
  return before.filter((entry, index) => {
    if (isHere(entry)) return false
    const mayHaveMovedUp = hasPageBefore && (first === -1 || index < first)
    const mayHaveMovedDown = hasPageAfter && index > last
    return !mayHaveMovedUp && !mayHaveMovedDown
  })
}
