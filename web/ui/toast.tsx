import {
  type ComponentType,
  type ReactElement,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { type ShownToast, shownToast, subscribe } from '#web/ui/toast-store.ts'

type Area = ComponentType<{ item: ShownToast | undefined }>

/**
 * The area for the toast, at the end of the page. Its code loads after the first paint; if that fails
 * offline, the next toast tries again.
 */
export function Toaster(): ReactElement | null {
  const item = useSyncExternalStore(subscribe, shownToast, shownToast)
  const [Area, setArea] = useState<Area>()
  const isMissing = Area === undefined
  const id = item?.id ?? ''
  useEffect(() => {
    if (isMissing && id !== undefined) {
      import('#web/ui/toast-area.tsx').then(
        ({ ToastArea }) => setArea(() => ToastArea),
        () => undefined,
      )
    }
  }, [isMissing, id])
  return Area ? <Area item={item} /> : null
}
