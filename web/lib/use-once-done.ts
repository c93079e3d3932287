import { useEffect, useEffectEvent, useRef } from 'react'

/** Calls `onDone` each time something that was running has ended. */
export function useOnceDone(isRunning: boolean, onDone: () => void): void {
  const wasRunning = useRef(isRunning)
  const end = useEffectEvent(onDone)
  useEffect(() => {
    if (wasRunning.current && !isRunning) end()
    wasRunning.current = isRunning
  }, [isRunning])
}
