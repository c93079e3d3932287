/** A ref for list entries: when one leaves with the focus in it, its neighbour takes the focus. */
export function keepFocusNearby(entry: HTMLElement | null): (() => void) | undefined {
  if (!entry) return undefined
  return () => {
    if (!entry.contains(document.activeElement)) return
    const neighbour = entry.nextElementSibling ?? entry.previousElementSibling
    if (neighbour instanceof HTMLElement) neighbour.focus({ preventScroll: true })
    else document.querySelector<HTMLElement>('[role="tab"][data-state="active"]')?.focus()
  }
}

/** A ref for what takes the place of the control that had the focus. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}
