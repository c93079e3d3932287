import { createListeners } from '#web/lib/listeners.ts'

/* Whether this page is in the live room, for the layout around every page. Kept apart because the
   layout is in the first script, while the room's code loads later. */

let isPresent = false
const listeners = createListeners()
export const subscribePresence = listeners.subscribe

export function setPresence(next: boolean): void {
  if (next === isPresent) return
  isPresent = next
  listeners.notify()
}

export function getPresence(): boolean {
  return isPresent
}
