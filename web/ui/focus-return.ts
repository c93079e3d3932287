import { useRef } from 'react'

interface FocusReturn {
  onOpenAutoFocus: () => void
  onCloseAutoFocus: (event: Event) => void
}

/**
 * The handlers of a dialog's content that give the focus back to what had it. Radix does so only
 * for triggers of its own. Where that is gone, because it was deleted, the nearest entry or section
 * around it takes the focus, so that the keyboard goes on from there.
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

/** The element itself, then the entries and sections that it stands in, from the inside out. */
function pathOf(element: Element | null): HTMLElement[] {
  if (!(element instanceof HTMLElement) || element === document.body) return []
  const around = element.parentElement?.closest<HTMLElement>('li, section, main') ?? null
  return [element, ...pathOf(around)]
}
