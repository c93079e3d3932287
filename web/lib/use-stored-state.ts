import {
  type Dispatch,
  type SetStateAction,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

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

const listenToNothing = () => () => undefined

/**
 * A value that only the browser knows and that doesn't change. The server, and the browser while it hydrates
 * the server's page, have `onServer`.
 *
 * @param read must always return the same value
 */
export function useBrowserValue<T>(read: () => T, onServer: T): T {
  return useSyncExternalStore(listenToNothing, read, () => onServer)
}
