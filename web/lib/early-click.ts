/*
 * A page can be seen before it can answer. A click in that time is repeated once it can: before the
 * scripts have run, `before-paint.js` keeps the last one; later, React drops a click on a part that it
 * hasn't hydrated, and stops it on its way to the control.
 */

declare global {
  interface Window {
    /** The control that was pressed before the scripts had run; undefined since then. */
    earlyClick?: HTMLElement | null | undefined
  }
}

/** The same as in `before-paint.js`. Links, and what submits a form, work without scripts. */
const CONTROLS =
  'button:not([popovertarget], [type=submit]), input[type=checkbox], input[type=radio]'
const AGAIN_AFTER_MS = 50
const MOST_TRIES = 200

/** Call it once the frame of the page is hydrated. */
export function repeatEarlyClicks(): () => void {
  const control = window.earlyClick
  window.earlyClick = undefined
  if (control) repeat(control)
  const handleClick = (event: MouseEvent): void => {
    const { target, isTrusted } = event
    const pressed = target instanceof Element && target.closest<HTMLElement>(CONTROLS)
    if (!pressed || !isTrusted || isHydrated(pressed)) return
    // `early-input.ts` repeats what is chosen in a form.
    if (pressed.matches('form[data-early] input')) return
    // A checkbox that changes before it is hydrated would change without an event.
    event.preventDefault()
    event.stopPropagation()
    repeat(pressed)
  }
  window.addEventListener('click', handleClick, { capture: true })
  return () => window.removeEventListener('click', handleClick, { capture: true })
}

function repeat(control: HTMLElement, tries = 1): void {
  if (!control.isConnected) return
  if (!isHydrated(control)) {
    if (tries < MOST_TRIES) setTimeout(repeat, AGAIN_AFTER_MS, control, tries + 1)
    return
  }
  // Tabs and menus answer the beginning of a click.
  control.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true }))
  control.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
  control.click()
}

/** React has no public way to ask; it sets this property when it takes over an element. */
function isHydrated(control: HTMLElement): boolean {
  return Object.keys(control).some((name) => name.startsWith('__reactProps$'))
}
