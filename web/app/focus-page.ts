let stopWatching = (): void => {}

/**
 * Lets screen readers start at the new page, unless the page put the focus somewhere itself. A page
 * is often drawn in parts: until the member does something, the focus follows when what had it is
 * replaced, such as a part of the page before or a heading that stood for the page while it loaded.
 */
export function focusPage(): void {
  stopWatching()
  const main = document.getElementById('main')
  if (!main) return
  let focused =
    main.querySelector<HTMLElement>(':focus') ?? focusOn(main.querySelector('h1') ?? main)
  const observer = new MutationObserver(() => {
    const isGone = !focused.isConnected
    if (document.activeElement !== (isGone ? document.body : focused)) return stopWatching()
    if (isGone || focused === main) focused = focusOn(main.querySelector('h1') ?? main)
  })
  observer.observe(main, { childList: true, subtree: true })
  const input = new AbortController()
  stopWatching = () => {
    observer.disconnect()
    input.abort()
  }
  for (const name of ['keydown', 'pointerdown']) {
    addEventListener(name, () => stopWatching(), { capture: true, signal: input.signal })
  }
}

function focusOn(element: HTMLElement): HTMLElement {
  element.tabIndex = -1
  element.focus({ preventScroll: true })
  return element
}
