import { useRef } from 'react'

interface FocusReturn {
  onOpenAutoFocus: () => void
  onCloseAutoFocus: (event: Event) => void
}

/**
 * Handlers for a dialog's content that return the focus to the element that had it; Radix does so
 * only for its own triggers. If that element was deleted, the nearest of what was around it gets the focus,
 * so that keyboard users continue from there: its list item, that item's neighbors, or its section.
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

/** The element, then the list items with their neighbors and the sections around it. */
function pathOf(element: Element | null): HTMLElement[] {
  if (!(element instanceof HTMLElement) || element === document.body) return []
  const neighbors = element.matches('li')
    ? [element.nextElementSibling, element.previousElementSibling].filter(
        (each) => each instanceof HTMLElement,
      )
    : []
  const around = element.parentElement?.closest<HTMLElement>('li, section, main') ?? null
  return [element, ...neighbors, ...pathOf(around)]
}
