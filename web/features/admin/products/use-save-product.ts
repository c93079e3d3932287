import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AdminProduct } from '#contract/shop.ts'
import { dismissFailures, notifySuccess } from '#web/features/admin/notify.ts'
import { notifyFailed } from '#web/features/admin/products/product-failure.ts'
import type { Submission } from '#web/features/admin/products/product-values.ts'
import { refreshProducts, saveProduct } from '#web/features/admin/products/queries.ts'

export interface SaveProduct {
  start: (submission: Submission) => void
  isSaving: boolean
  /** Share of the files that has been sent, 0 to 1, while they are. */
  sent: number | undefined
  /** Stops sending. Nothing is saved then, and the form stays as it is. */
  cancel: () => void
  /** The last save was stopped. */
  isCanceled: boolean
  error: Error | null
}

/** Names the saving of a product for those who ask whether it is under way. */
export function saveProductKey(id: number | undefined): readonly unknown[] {
  return ['save-product', id ?? 'new']
}

/** Saves a product, and tells how it went. Who leaves the form stops what is being sent. */
export function useSaveProduct(
  id: number | undefined,
  options: { onSaved: (product: AdminProduct) => void; onRefused: (error: Error) => void },
): SaveProduct {
  const queryClient = useQueryClient()
  const [sent, setSent] = useState<number>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])
  const save = useMutation({
    mutationKey: saveProductKey(id),
    mutationFn: (submission: Submission) => {
      const controller = new AbortController()
      sending.current = controller
      const hasFiles = submission.image !== null || submission.file !== null
      setSent(hasFiles ? 0 : undefined)
      const onProgress = hasFiles ? setSent : () => undefined
      return saveProduct({ id, submission, signal: controller.signal, onProgress })
    },
    onMutate: dismissFailures,
    onSuccess: (product, { fields }) => {
      const done = id === undefined ? 'created' : 'updated'
      notifySuccess(fields.isDeleted ? 'Draft saved' : `Product ${done} successfully`)
      options.onSaved(product)
    },
    onError: (error) => {
      if (!isAborted(error)) notifyFailed(error, id === undefined ? 'create' : 'update')
    },
    // Also after a failure: the answer of a save that went well may have been lost.
    onSettled: () => {
      setSent(undefined)
      void refreshProducts(queryClient)
    },
  })
  const refusal = isAborted(save.error) ? null : save.error
  const handleRefused = useEffectEvent(options.onRefused)
  // Fields can be focused only once they are drawn as enabled again.
  useEffect(() => {
    if (refusal) handleRefused(refusal)
  }, [refusal])
  return {
    start: (submission) => save.mutate(submission),
    isSaving: save.isPending,
    sent: save.isPending ? sent : undefined,
    cancel: () => sending.current?.abort(),
    isCanceled: isAborted(save.error),
    error: refusal,
  }
}

function isAborted(error: Error | null): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
