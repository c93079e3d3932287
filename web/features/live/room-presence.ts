import { clearDraft, readDraft, tabStorage, writeDraft } from '#web/lib/drafts.ts'
import { createListeners } from '#web/lib/listeners.ts'
import { aWholeNumber, fieldsOf, oneOf } from '#web/lib/shape.ts'

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

const INTERRUPTED = 'room-visit'
const aVisit = fieldsOf({
  at: aWholeNumber,
  microphone: oneOf(['muted', 'live']),
  role: oneOf(['host', 'member']),
})
/** A reload takes seconds. Later, the person has meant to leave. */
const RETURN_MS = 60_000

/** A visit to the room when its page unloads. */
export interface Visit {
  microphone: 'muted' | 'live'
  role: 'host' | 'member'
}

/** Remembers a visit when the page unloads, so that a reload doesn't end it. */
export function saveInterrupted(visit: Visit): void {
  writeDraft(INTERRUPTED, { at: Date.now(), ...visit }, tabStorage)
}

/** The visit that a reload has just interrupted; only the first call returns it. */
export function takeInterrupted(): Visit | undefined {
  const visit = readDraft(INTERRUPTED, aVisit, tabStorage)
  if (visit) clearDraft(INTERRUPTED, tabStorage)
  return visit && Date.now() - visit.at < RETURN_MS ? visit : undefined
}
