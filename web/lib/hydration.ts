declare global {
  interface Window {
    /**
     * The button or checkbox that was pressed last, which `before-paint.js` remembers until the page can
     * answer; null if there is none, undefined once the page answers by itself.
     */
    earlyClick?: HTMLElement | null | undefined
  }
}

const hydration = Promise.withResolvers<void>()

/** Resolves once the first page is hydrated. Until then, nothing may change what it shows. */
export const hydrated: Promise<void> = hydration.promise

/** Call it once the page is hydrated: repeats what was pressed before. */
export function endHydration(): void {
  hydration.resolve()
  const control = window.earlyClick
  window.earlyClick = undefined
  if (!control?.isConnected) return
  // Tabs and menus answer the beginning of a click.
  control.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true }))
  control.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
  control.click()
}
