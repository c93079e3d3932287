import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { clearDraft, readDraft, writeDraft } from '#web/lib/drafts.ts'
import { createListeners } from '#web/lib/listeners.ts'
import { oneOf } from '#web/lib/shape.ts'

/** Single-key shortcuts can be turned off, because speech input can trigger them: WCAG 2.1.4. */
const KEY = 'queue-keys'
const listeners = createListeners()

/** Whether single-key shortcuts are on for the queues on this device. */
export function useAreKeysOn(): boolean {
  return useSyncExternalStore(listeners.subscribe, areKeysOn, () => true)
}

export function setKeysOn(isOn: boolean): void {
  if (isOn) clearDraft(KEY)
  else writeDraft(KEY, 'off')
  listeners.notify()
}

/**
 * Calls the action of a key, wherever the focus is. Ignores keys in text fields, while a dialog or
 * menu is open, with a modifier key, and repeats while the key is held down.
 */
export function useKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const handle = useEffectEvent((event: KeyboardEvent): void => {
    const action = actions[event.key.toLowerCase()]
    if (!action || !areKeysOn() || !isMeant(event)) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handle(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** A dialog, a menu, or the page's own menu, which is always in the document. */
const OPEN_LAYER = '[role=dialog]:not([popover]), :popover-open, [role=alertdialog], [role=menu]'

function isMeant(event: KeyboardEvent): boolean {
  const { target, repeat, ctrlKey, metaKey, altKey, isComposing } = event
  if (event.defaultPrevented || repeat || ctrlKey || metaKey || altKey || isComposing) return false
  if (document.querySelector(OPEN_LAYER)) return false
  return !(target instanceof HTMLElement) || !isTypedIn(target)
}

function isTypedIn(element: HTMLElement): boolean {
  if (element.isContentEditable || element.matches('textarea, select, [role=slider]')) return true
  return element instanceof HTMLInputElement && element.type !== 'checkbox'
}

function areKeysOn(): boolean {
  return readDraft(KEY, oneOf(['off'])) === undefined
}
