import { useRef } from 'react'

export interface Gate {
  /** Whether an action may start. False for others until `leave` is called. */
  enter: () => boolean
  leave: () => void
}

/** Allows one action at a time. The second press of a double click comes before the page rerenders. */
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
