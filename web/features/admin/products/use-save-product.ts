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
  /** Share of the files that is uploaded, 0 to 1; undefined when none are uploading. */
  sent: number | undefined
  /** Stops the upload. Nothing is saved, and the form stays as it is. */
  cancel: () => void
  /** Whether the last save was canceled. */
  isCanceled: boolean
  error: Error | null
}

/** The mutation key for saving a product, to check whether a save is running. */
export function saveProductKey(id: number | undefined): readonly unknown[] {
  return ['save-product', id ?? 'new']
}

/** Saves a product, and shows a toast with the outcome. Leaving the form stops the upload. */
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
    // Also after a failure: the save may have succeeded although its response was lost.
    onSettled: () => {
      setSent(undefined)
      void refreshProducts(queryClient)
    },
  })
  const refusal = isAborted(save.error) ? null : save.error
  const handleRefused = useEffectEvent(options.onRefused)
  // Fields can be focused only after they are rendered as enabled again.
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
