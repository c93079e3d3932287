import { useRef, useState } from 'react'

export interface Action<Input extends unknown[]> {
  isBusy: boolean
  /** Does nothing while the action is running. */
  start: (...input: Input) => void
}

/**
 * An action started by a press, one at a time. A smaller alternative to a mutation, for the first
 * page of a visit.
 *
 * @param work reports its own failures
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
