/**
 * A ref for list entries. When an entry is removed while the focus is in it or in the dialog that
 * confirms the removal, its neighbor gets the focus, so keyboard users keep their place.
 */
export function keepFocusNearby(entry: HTMLElement | null): (() => void) | undefined {
  if (!entry) return undefined
  return () => {
    const focused = document.activeElement
    if (!entry.contains(focused) && !focused?.closest('[role="alertdialog"]')) return
    const neighbor = entry.nextElementSibling ?? entry.previousElementSibling
    setTimeout(() => {
      if (!entry.isConnected) takeLostFocus(neighbor?.isConnected ? neighbor : openPage())
    })
  }
}

/** A ref for the element that replaces the focused control. Takes the focus only if it was lost. */
export function takeLostFocus(element: Element | null): void {
  if (document.activeElement !== document.body) return
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
}

/** The navigation link to the open page or, on a narrow screen, the menu button. */
function openPage(): Element | null {
  const nav = document.querySelector('nav[aria-label="Administration"]')
  const link = nav?.querySelector('[aria-current="page"]')
  return link?.checkVisibility() ? link : (nav?.querySelector('button') ?? null)
}
