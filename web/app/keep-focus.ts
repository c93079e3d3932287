/**
 * For somebody on their way through the page with the keyboard: the app puts links of its own in the
 * place of those that the server drew. Call what it returns when they are there.
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
    // After the link past the header, the keyboard goes on from the page.
    const main = location.hash === '#main' ? root.querySelector('main') : null
    if (main) {
      main.tabIndex = -1
      main.focus({ preventScroll: true })
    } else if (href) {
      root.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`)?.focus()
    }
  }
}
