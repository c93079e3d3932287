import {
  type ComponentType,
  type ReactElement,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import type { QueuedToast } from '#web/ui/toast-queue.ts'
import { subscribe, toastQueue } from '#web/ui/toast-store.ts'

type Area = ComponentType<{ toasts: readonly QueuedToast[] }>

/**
 * The area for toasts, at the end of the page. Its code loads after the first paint; if that fails
 * offline, the next toast tries again.
 */
export function Toaster(): ReactElement | null {
  const toasts = useSyncExternalStore(subscribe, toastQueue, toastQueue)
  const [Area, setArea] = useState<Area>()
  const isMissing = Area === undefined
  const count = toasts.length
  useEffect(() => {
    if (isMissing && count >= 0) {
      import('#web/ui/toast-area.tsx').then(
        ({ ToastArea }) => setArea(() => ToastArea),
        () => undefined,
      )
    }
  }, [isMissing, count])
  return Area ? <Area toasts={toasts} /> : null
}
