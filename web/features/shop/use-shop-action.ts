import { useRef, useState } from 'react'

export interface Action<Input extends unknown[]> {
  isBusy: boolean
  /** A press while it is under way is nothing. */
  start: (...input: Input) => void
}

/**
 * Something done by a press, one at a time. Smaller than a mutation, for the first page of a visit.
 *
 * @param work tells of its own failures
 */
export function useShopAction<Input extends unknown[]>(
  work: (...input: Input) => Promise<void>,
): Action<Input> {
  const isUnderWay = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  return {
    isBusy,
    start: (...input) => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      setIsBusy(true)
      void work(...input).finally(() => {
        isUnderWay.current = false
        setIsBusy(false)
      })
    },
  }
}
