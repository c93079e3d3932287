import {
  type Dispatch,
  type SetStateAction,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
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

/** Fills a form whose initial values come from `useStoredState` once they are read. */
export function useStoredValues<Values extends FieldValues, Output>(
  { reset }: UseFormReturn<Values, unknown, Output>,
  values: Values | DefaultValues<Values>,
): void {
  const shown = useRef(values)
  useLayoutEffect(() => {
    if (shown.current === values) return
    shown.current = values
    // Fields stay registered, because what was typed before hydration is repeated right after this.
    reset(values, { keepFieldsRef: true })
  }, [values, reset])
}
