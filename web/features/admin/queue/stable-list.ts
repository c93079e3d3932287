import { useState } from 'react'

/** An entry of a queue. It keeps its place when it is gone from the server. */
export interface Shown<T> {
  item: T
  isGone: boolean
}

/** Takes over what the server has now, without moving anything: new entries come last. */
export function mergeShown<T extends { id: number }>(
  shown: readonly Shown<T>[],
  fresh: readonly T[],
): Shown<T>[] {
  const byId = new Map(fresh.map((item) => [item.id, item]))
  const kept = shown.map((entry) => {
    const item = byId.get(entry.item.id)
    return item ? { item, isGone: false } : { ...entry, isGone: true }
  })
  const known = new Set(shown.map(({ item }) => item.id))
  const added = fresh.filter(({ id }) => !known.has(id))
  return [...kept, ...added.map((item) => ({ item, isGone: false }))]
}

/** What the server has now, in the order in which it is best worked through. */
export function freshList<T extends { id: number }>(
  fresh: readonly T[],
  rank: (item: T) => number,
): Shown<T>[] {
  return fresh
    .toSorted((one, other) => rank(one) - rank(other))
    .map((item) => ({ item, isGone: false }))
}

interface StableList<T> {
  /** Undefined until the server has answered. */
  entries: Shown<T>[] | undefined
  /** Drops what is gone and puts the rest in order. */
  update: () => void
}

/**
 * A list whose entries stay where they are while the page is open, whatever happens on the server.
 *
 * @param rank lower comes first; entries of one rank stay in the server's order
 */
export function useStableList<T extends { id: number }>(
  fresh: T[] | undefined,
  rank: (item: T) => number,
): StableList<T> {
  const [seen, setSeen] = useState<T[]>()
  const [entries, setEntries] = useState<Shown<T>[]>()
  if (fresh && fresh !== seen) {
    setSeen(fresh)
    setEntries(entries ? mergeShown(entries, fresh) : freshList(fresh, rank))
  }
  return { entries, update: () => setEntries(fresh && freshList(fresh, rank)) }
}
