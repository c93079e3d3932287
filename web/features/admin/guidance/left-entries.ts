/** A page of a list, as the server tells it. */
export interface ListPage<T> {
  items: readonly T[]
  /** From 1. */
  page: number
  pageSize: number
  /** Of the whole list. */
  total: number
}

/**
 * The entries that a page of a list no longer has because they changed. An entry at an edge with a
 * page beyond it may only have moved there, so it is not one of them.
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
