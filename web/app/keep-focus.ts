/**
 * Remembers the focus for keyboard users, because the app replaces the links that the server
 * rendered. Call the returned function once the app has rendered, to restore the focus.
 */
export function keepFocus(root: HTMLElement): () => void {
  let focused = document.activeElement
  const note = (): void => {
    focused = document.activeElement
  }
  root.addEventListener('focusin', note)
  return () => {
    root.removeEventListener('focusin', note)
    if (document.activeElement !== document.body) return
    const href = focused?.getAttribute('href')
    // After the skip link, the focus continues from the main element.
    const main = location.hash === '#main' ? root.querySelector('main') : null
    if (main) {
      main.tabIndex = -1
      main.focus({ preventScroll: true })
    } else if (href) {
      root.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`)?.focus()
    }
  }
}
