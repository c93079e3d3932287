import type { ReactNode } from 'react'
import { sentenceOf } from '#web/lib/api.ts'
import { createListeners } from '#web/lib/listeners.ts'

/** How long a toast stays, in milliseconds. Section 9 of the specification. */
export const TOAST_DURATION_MS = 5000
/** How long a dismissed toast stays in the page. Section 9 of the specification. */
const TOAST_REMOVE_DELAY_MS = 1_000_000
/** How long a toast stays at least before one about something else replaces it. */
const READING_MS = 1500

export interface ToastAction {
  label: string
  onPress: () => void
}

export interface ToastMessage {
  title: ReactNode
  description?: ReactNode
  variant?: 'default' | 'warning' | 'destructive'
  action?: ToastAction
  /**
   * The subject. Without it, an error is about the last thing that was done: the next action
   * closes it.
   */
  about?: string
}

export interface ShownToast extends ToastMessage {
  id: string
  isOpen: boolean
  /**
   * Radix pauses its timer while the pointer or focus is inside, and misses that they leave once the
   * toast is gone. So each toast has its own area, except while the focus is in it.
   */
  areaId: string
}

let shown: ShownToast | undefined
let waiting: ToastMessage | undefined
/** Before this time, a toast about something else waits. */
let readUntil = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = createListeners()
/** Calls a listener after each change of the toast. Returns a function that unsubscribes. */
export const subscribe = listeners.subscribe

/** The toast that was shown last; the same object until it changes. */
export function shownToast(): ShownToast | undefined {
  return shown
}

/** Shows a toast in place of the last one. */
export function toast(message: ToastMessage): void {
  const left = readUntil - Date.now()
  if (shown?.isOpen && shown.about !== message.about && left > 0) {
    waiting = message
    clearTimeout(timer)
    timer = setTimeout(showWaiting, left)
  } else show(message)
}

/** Shows what failed, with the server's sentence, until it is closed. */
export function toastError(title: string, error: unknown, about?: string): void {
  toast({ title, description: sentenceOf(error), variant: 'destructive', ...(about && { about }) })
}

/** Closes what is said about something, and an error about the last thing done. */
export function dismissToasts(about?: string): void {
  dismissWhere((message) =>
    message.about === undefined ? isError(message) : message.about === about,
  )
}

/** Closes an error, for example because its page is left. */
export function dismissErrorToasts(): void {
  dismissWhere(isError)
}

/** Closes the toast on screen. */
export function dismissShown(): void {
  if (!shown?.isOpen) return
  setShown({ ...shown, isOpen: false })
  timer = waiting ? setTimeout(showWaiting) : setTimeout(setShown, TOAST_REMOVE_DELAY_MS)
}

function isError({ variant }: ToastMessage): boolean {
  return variant === 'destructive'
}

function dismissWhere(isMeant: (message: ToastMessage) => boolean): void {
  if (waiting && isMeant(waiting)) waiting = undefined
  if (shown && isMeant(shown)) dismissShown()
}

function showWaiting(): void {
  if (waiting) show(waiting)
}

function show(message: ToastMessage): void {
  const id = crypto.randomUUID()
  const hasFocus = document.activeElement?.closest('[data-toasts]')
  readUntil = Date.now() + READING_MS
  waiting = undefined
  setShown({ ...message, id, isOpen: true, areaId: (hasFocus && shown?.areaId) || id })
}

function setShown(next?: ShownToast): void {
  clearTimeout(timer)
  shown = next
  listeners.notify()
}
