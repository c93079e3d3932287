import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invalidateActions } from '#web/features/actions/queries.ts'

let channel: BroadcastChannel | undefined

function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('folx-actions')
  return channel
}

/** Tells the browser's other tabs that actions have changed. */
export function tellOtherTabs(): void {
  openChannel().postMessage('changed')
}

/** Refetches the actions when another tab has changed them. */
export function useOtherTabs(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const tabs = openChannel()
    const handleChange = (): void => invalidateActions(queryClient)
    tabs.addEventListener('message', handleChange)
    return () => tabs.removeEventListener('message', handleChange)
  }, [queryClient])
}
