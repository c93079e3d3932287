import { sentenceOf } from '#web/lib/api.ts'
import { createListeners } from '#web/lib/listeners.ts'
import {
  addToast,
  dismissErrors,
  dismissGroup,
  dismissToast,
  type QueuedToast,
  removeToast,
  TOAST_REMOVE_DELAY_MS,
  type ToastMessage,
} from '#web/ui/toast-queue.ts'

let queue: QueuedToast[] = []
const listeners = createListeners()
/** Calls a listener after each change of the queue. Returns a function that unsubscribes. */
export const subscribe = listeners.subscribe
/**
 * Counts how often a toast arrived while the area was empty and didn't have the focus. Radix pauses
 * its timer while the pointer or focus is inside, and misses that they leave once the last toast is
 * gone. So the area is remounted for each generation.
 */
let generation = 0

function setQueue(next: QueuedToast[]): void {
  queue = next
  listeners.notify()
}

/** Sets the queue, and later removes its dismissed toasts. */
function setDismissed(next: QueuedToast[]): void {
  setQueue(next)
  setTimeout(() => {
    const dismissed = next.filter(({ phase }) => phase === 'dismissed')
    setQueue(dismissed.reduce((rest, { id }) => removeToast(rest, id), queue))
  }, TOAST_REMOVE_DELAY_MS)
}

/** Closes one toast. */
export function dismiss(id: string): void {
  setDismissed(dismissToast(queue, id))
}

/** The toasts, oldest first. The same array until one changes. */
export function toastQueue(): QueuedToast[] {
  return queue
}

/** Identifies the current mount of the area; see `generation`. */
export function toastGeneration(): number {
  return generation
}

/** Shows a toast, or queues it while another is on screen. */
export function toast(message: ToastMessage): void {
  const id = crypto.randomUUID()
  const isEmpty = !queue.some(({ phase }) => phase === 'open')
  if (isEmpty && !document.activeElement?.closest('[data-toasts]')) generation += 1
  setDismissed(addToast(queue, { ...message, id }))
}

/** Shows what failed, with the server's sentence, until it is closed. */
export function toastError(title: string, error: unknown, group?: string): void {
  toast({ title, description: sentenceOf(error), variant: 'destructive', ...(group && { group }) })
}

/** Closes the toasts of a group, for example before the next try. */
export function dismissToasts(group: string): void {
  setDismissed(dismissGroup(queue, group))
}

/** Closes all errors, when one explanation replaces them. */
export function dismissErrorToasts(): void {
  setDismissed(dismissErrors(queue))
}
