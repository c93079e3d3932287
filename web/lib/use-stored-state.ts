import {
  type Dispatch,
  type SetStateAction,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useBrowserValue } from '#web/lib/use-browser-value.ts'

/**
 * A state that starts as what this device has stored. On the server, and while the browser hydrates
 * the server's page, it is `onServer`; what is stored follows before the browser paints.
 */
export function useStoredState<T>(read: () => T, onServer: T): [T, Dispatch<SetStateAction<T>>] {
  const isHydrated = useBrowserValue(() => true, false)
  const [state, setState] = useState(() => (isHydrated ? read() : onServer))
  const isRead = useRef(isHydrated)
  const readOnce = useEffectEvent(() => {
    if (isRead.current) return
    isRead.current = true
    setState(() => read())
  })
  // A layout effect also runs before effects that would clear an empty draft.
  useLayoutEffect(() => readOnce(), [])
  return [state, setState]
}

/** False on the server, and while the browser hydrates the server's page. */
export function useIsHydrated(): boolean {
  const [isHydrated] = useStoredState(() => true, false)
  return isHydrated
}
