declare global {
  interface Window {
    /** The control that was pressed before the page could answer; undefined once it can. */
    earlyClick?: HTMLElement | null | undefined
  }
}

/** Repeats a click that came before the page could answer it. `before-paint.js` keeps the last one. */
export function repeatEarlyClick(): void {
  const control = window.earlyClick
  window.earlyClick = undefined
  if (control?.isConnected) control.click()
}
