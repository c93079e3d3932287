import type { ReactNode } from 'react'

/** How long a toast stays, in milliseconds. Section 9 of the specification. */
export const TOAST_DURATION_MS = 5000
/** How long a dismissed toast stays in the queue. Section 9 of the specification. */
export const TOAST_REMOVE_DELAY_MS = 1_000_000

export interface ToastAction {
  label: string
  onPress: () => void
}

export interface ToastMessage {
  title: ReactNode
  description?: ReactNode
  variant?: 'default' | 'warning' | 'destructive'
  action?: ToastAction
  /** The subject. A newer toast of a group replaces an older one, unless that is an error. */
  group?: string
}

export interface QueuedToast extends ToastMessage {
  id: string
  /** `open` is on screen; at most one toast is. */
  phase: 'waiting' | 'open' | 'dismissed'
}

/**
 * Appends a toast to the queue and dismisses those that it replaces. It opens at once if no other is
 * open.
 */
export function addToast(
  queue: readonly QueuedToast[],
  toast: ToastMessage & { id: string },
): QueuedToast[] {
  const isReplaced = (older: QueuedToast): boolean =>
    isInGroup(older, toast.group) && older.variant !== 'destructive'
  return openNext([...dismissWhere(queue, isReplaced), { ...toast, phase: 'waiting' }])
}

/** Closes all toasts of a group, including errors. */
export function dismissGroup(queue: readonly QueuedToast[], group: string): QueuedToast[] {
  return openNext(dismissWhere(queue, (toast) => isInGroup(toast, group)))
}

/** Closes all errors. */
export function dismissErrors(queue: readonly QueuedToast[]): QueuedToast[] {
  return openNext(dismissWhere(queue, ({ variant }) => variant === 'destructive'))
}

/** Dismisses an open or waiting toast and shows the next one. */
export function dismissToast(queue: readonly QueuedToast[], id: string): QueuedToast[] {
  return openNext(dismissWhere(queue, (toast) => toast.id === id))
}

/** Removes a toast from the queue. */
export function removeToast(queue: readonly QueuedToast[], id: string): QueuedToast[] {
  return openNext(queue.filter((toast) => toast.id !== id))
}

/** In milliseconds; an error stays until it is closed (`Infinity`). */
export function toastDuration(toast: ToastMessage): number {
  return toast.variant === 'destructive' ? Number.POSITIVE_INFINITY : TOAST_DURATION_MS
}

function isInGroup(toast: QueuedToast, group: string | undefined): boolean {
  return group !== undefined && toast.group === group
}

function dismissWhere(
  queue: readonly QueuedToast[],
  isMeant: (toast: QueuedToast) => boolean,
): QueuedToast[] {
  return queue.map((toast) => (isMeant(toast) ? { ...toast, phase: 'dismissed' } : toast))
}

function openNext(queue: readonly QueuedToast[]): QueuedToast[] {
  const next = queue.find((toast) => toast.phase !== 'dismissed')
  return queue.map((toast) => (toast === next ? { ...toast, phase: 'open' } : toast))
}
