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
const aVisit = fieldsOf({ at: aWholeNumber, microphone: oneOf(['muted', 'live']) })
/** A reload takes seconds. Later, the person has meant to leave. */
const RETURN_MS = 60_000

/** Remembers a host's visit when the page unloads, so that a reload doesn't end it. */
export function saveInterrupted(microphone: 'muted' | 'live'): void {
  writeDraft(INTERRUPTED, { at: Date.now(), microphone }, tabStorage)
}

/** The host's visit that a reload has just interrupted; only the first call returns it. */
export function takeInterrupted(): { microphone: 'muted' | 'live' } | undefined {
  const visit = readDraft(INTERRUPTED, aVisit, tabStorage)
  if (visit) clearDraft(INTERRUPTED, tabStorage)
  return visit && Date.now() - visit.at < RETURN_MS ? visit : undefined
}
