import { useRef } from 'react'

interface FocusReturn {
  onOpenAutoFocus: () => void
  onCloseAutoFocus: (event: Event) => void
}

/**
 * Handlers for a dialog's content that return the focus to the element that had it; Radix does so
 * only for its own triggers. If that element was deleted, the nearest list item or section around it
 * gets the focus, so that keyboard users continue from there.
 */
export function useFocusReturn(): FocusReturn {
  const path = useRef<HTMLElement[]>([])
  return {
    onOpenAutoFocus: () => {
      path.current = pathOf(document.activeElement)
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault()
      const isTaken = document.activeElement !== null && document.activeElement !== document.body
      if (isTaken) return
      const nearest = path.current.find((element) => element.isConnected)
      if (!nearest) return
      if (nearest !== path.current[0]) nearest.tabIndex = -1
      nearest.focus({ preventScroll: true })
    },
  }
}

/** The element, then the list items and sections around it, innermost first. */
function pathOf(element: Element | null): HTMLElement[] {
  if (!(element instanceof HTMLElement) || element === document.body) return []
  const around = element.parentElement?.closest<HTMLElement>('li, section, main') ?? null
  return [element, ...pathOf(around)]
}
