/*
 * Whether this page is in the live room, for what stands around every page: it is part of the first
 * script, which the room itself is not.
 */

let isPresent = false
const listeners = new Set<() => void>()

export function setPresence(next: boolean): void {
  if (next === isPresent) return
  isPresent = next
  for (const listener of listeners) listener()
}

export function subscribePresence(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function getPresence(): boolean {
  return isPresent
}
