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
/** Calls `listener` after each change of the queue. Returns how to stop. */
export const subscribe = listeners.subscribe
/**
 * Counts the messages that came while the area was empty and without the focus. Radix stops the
 * clock while the pointer or the focus is inside, and does not notice that they leave once the last
 * toast is gone: so it begins anew each time.
 */
let beginnings = 0

function setQueue(next: QueuedToast[]): void {
  queue = next
  listeners.tell()
}

/** Takes over a queue, and forgets its dismissed toasts later. */
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

/** The messages, oldest first. The same array until one changes. */
export function toastQueue(): QueuedToast[] {
  return queue
}

/** How often the area has begun anew; see `beginnings`. */
export function toastBeginnings(): number {
  return beginnings
}

/** Shows a message, or lets it wait while another is on screen. */
export function toast(message: ToastMessage): void {
  const id = crypto.randomUUID()
  const isEmpty = !queue.some(({ phase }) => phase === 'open')
  if (isEmpty && !document.activeElement?.closest('[data-toasts]')) beginnings += 1
  setDismissed(addToast(queue, { ...message, id }))
}

/** Shows what failed and the server's sentence, until it is closed. */
export function toastError(title: string, error: unknown, group?: string): void {
  toast({ title, description: sentenceOf(error), variant: 'destructive', ...(group && { group }) })
}

/** Closes the toasts of a group, for example before the next try. */
export function dismissToasts(group: string): void {
  setDismissed(dismissGroup(queue, group))
}

/** Closes all errors, for where one explanation takes their place. */
export function dismissErrorToasts(): void {
  setDismissed(dismissErrors(queue))
}
