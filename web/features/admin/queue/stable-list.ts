import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page } from '#contract/endpoint.ts'
import { forgetDone } from '#web/lib/undo.ts'
import { toastError } from '#web/ui/toast-store.ts'

/** An entry of a queue. It keeps its place even after the server no longer lists it. */
export interface Shown<T> {
  item: T
  isGone: boolean
}

/** Merges the server's current list without moving anything: new entries come last. */
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

/** The server's current list, sorted by rank. */
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
  isUpdating: boolean
  /** Refetches the list, drops entries that are gone or decided, and sorts the rest. */
  update: () => Promise<void>
}

/**
 * A list whose entries stay where they are while the page is open, whatever happens on the server.
 *
 * @param rank lower comes first; entries of one rank stay in the server's order
 */
export function useStableList<T extends { id: number }>(
  list: UseQueryResult<Page<T>>,
  rank: (item: T) => number,
): StableList<T> {
  const [seen, setSeen] = useState<Seen<T>>()
  const [entries, setEntries] = useState<Shown<T>[]>()
  const [isUpdating, setIsUpdating] = useState(false)
  const fresh = list.isPlaceholderData ? undefined : seenIn(list)
  if (fresh && fresh.items !== seen?.items && fresh.at >= (seen?.at ?? 0)) {
    setSeen(fresh)
    setEntries(entries ? mergeShown(entries, fresh.items) : freshList(fresh.items, rank))
  }
  const update = async (): Promise<void> => {
    setIsUpdating(true)
    // The last response may be older than decisions made since.
    const answer = await list.refetch()
    setIsUpdating(false)
    if (answer.error) toastError('Failed to update the list', answer.error)
    const latest = seenIn(answer)
    if (answer.error || !latest) return
    forgetDone()
    setSeen(latest)
    setEntries(freshList(latest.items, rank))
  }
  return { entries, isUpdating, update }
}

/** A response, and when it came (milliseconds). An update sees its own before the next render. */
interface Seen<T> {
  items: T[]
  at: number
}

function seenIn<T>({ data, dataUpdatedAt }: UseQueryResult<Page<T>>): Seen<T> | undefined {
  return data && { items: data.items, at: dataUpdatedAt }
}
