let stopWatching = (): void => {}

/**
 * Moves the focus to the new page's heading for screen readers, unless the page set the focus itself.
 * Pages often render in parts: if the focused element is replaced, such as a heading shown while the
 * page loads, the focus moves to the new heading, until the person uses the keyboard or a pointer.
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
