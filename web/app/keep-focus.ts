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
    const href = focused?.getAttribute('href')
    if (!href || document.activeElement !== document.body) return
    root.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`)?.focus()
  }
}
