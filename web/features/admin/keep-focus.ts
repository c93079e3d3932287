/**
 * A ref for list entries. When one leaves with the focus in it, or in the question whether to
 * remove it, its neighbour takes the focus, so that the keyboard stays in place.
 */
export function keepFocusNearby(entry: HTMLElement | null): (() => void) | undefined {
  if (!entry) return undefined
  return () => {
    const focused = document.activeElement
    if (!entry.contains(focused) && !focused?.closest('[role="alertdialog"]')) return
    const neighbour = entry.nextElementSibling ?? entry.previousElementSibling
    setTimeout(() => {
      if (!entry.isConnected) takeLostFocus(neighbour?.isConnected ? neighbour : openPage())
    })
  }
}

/** A ref for what takes the place of the control that had the focus. */
export function takeLostFocus(element: Element | null): void {
  if (document.activeElement !== document.body) return
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
}

/** The link to the open page; on a narrow screen, the button of the menu. */
function openPage(): Element | null {
  const nav = document.querySelector('nav[aria-label="Administration"]')
  const link = nav?.querySelector('[aria-current="page"]')
  return link?.checkVisibility() ? link : (nav?.querySelector('button') ?? null)
}
