import { createListeners } from '#web/lib/listeners.ts'

/*
 * Whether this page is in the live room, for what stands around every page: it is part of the first
 * script, which the room itself is not.
 */

let isPresent = false
const listeners = createListeners()
export const subscribePresence = listeners.subscribe

export function setPresence(next: boolean): void {
  if (next === isPresent) return
  isPresent = next
  listeners.tell()
}

export function getPresence(): boolean {
  return isPresent
}
