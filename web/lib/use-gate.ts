import { useRef } from 'react'

export interface Gate {
  /** Whether something may begin; nothing else may until it is left. */
  enter: () => boolean
  leave: () => void
}

/** Lets one action through at a time: the second press of a double click comes before the page shows the first. */
export function useGate(): Gate {
  const isTaken = useRef(false)
  return {
    enter: () => {
      const isFree = !isTaken.current
      isTaken.current = true
      return isFree
    },
    leave: () => {
      isTaken.current = false
    },
  }
}
