import { type DataTag, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast, toastError } from '#web/ui/toast-store.ts'

interface OptimisticSave<Shown, Change> {
  /** The query that shows what is saved. */
  queryKey: DataTag<QueryKey, Shown, Error>
  /** Names what is saved; calls with the same key are sent one after the other. */
  key: readonly string[]
  call: (change: Change) => Promise<Shown>
  apply: (shown: Shown, change: Change) => Shown
  undo: (shown: Shown, change: Change) => Shown
  /** The title of the toast after a success. */
  done?: string
}

/**
 * Saves a change right away. The page shows it before the server has it and undoes it on failure.
 * Changes are sent one after the other, and the last response counts.
 */
export function useOptimisticSave<Shown, Change>(
  options: OptimisticSave<Shown, Change>,
): (change: Change) => void {
  const { queryKey, key, call, apply, undo, done } = options
  const client = useQueryClient()
  const show = (change: (shown: Shown) => Shown): void => {
    client.setQueryData<Shown>(queryKey, (shown) => shown && change(shown))
  }
  const { mutate } = useMutation({
    mutationKey: key,
    scope: { id: key.join() },
    mutationFn: call,
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey })
      show((shown) => apply(shown, change))
    },
    onSuccess: (saved) => {
      if (client.isMutating({ mutationKey: key }) === 1) {
        client.setQueryData<Shown>(queryKey, saved)
      }
      if (done) toast({ title: done })
    },
    onError: (error, change) => {
      show((shown) => undo(shown, change))
      toastError('Your choice was not saved', error)
    },
  })
  return mutate
}
