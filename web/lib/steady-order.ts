import { useState } from 'react'

/** The items of a refetched list in the order in which they were first shown. */
export function useSteady<T extends { id: number }>(fresh: T[] | undefined): T[] | undefined {
  const [order, setOrder] = useState<readonly number[]>([])
  if (!fresh) return undefined
  const ids = steadyOrder(
    order,
    fresh.map(({ id }) => id),
  )
  if (ids.join() !== order.join()) setOrder(ids)
  const byId = new Map(fresh.map((item) => [item.id, item]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * The ids of a refetched list, ordered so that nothing moves under a finger: shown ids keep their
 * order, new ones follow, and missing ones are dropped.
 */
export function steadyOrder(shown: readonly number[], fresh: readonly number[]): number[] {
  const known = new Set(shown)
  const there = new Set(fresh)
  return [...shown.filter((id) => there.has(id)), ...fresh.filter((id) => !known.has(id))]
}
