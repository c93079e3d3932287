import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { AdminProduct } from '#contract/shop.ts'
import { EntryButton } from '#web/features/admin/entry-button.tsx'
import { notifySuccess } from '#web/features/admin/notify.ts'
import { notifyFailed } from '#web/features/admin/products/product-failure.ts'
import { publishWarning, unpublishWarning } from '#web/features/admin/products/product-labels.ts'
import { refreshProducts, setPublished, showProduct } from '#web/features/admin/products/queries.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Publishes or unpublishes a product. Asks first if that affects members or the product is free. */
export function PublishButton({ product }: { product: AdminProduct }): ReactElement {
  const { title, isDeleted } = product
  const [isAsking, setIsAsking] = useState(false)
  const toggle = useToggle(product)
  const warning = isDeleted ? publishWarning(product) : unpublishWarning(product)
  const label = isDeleted ? 'Publish' : 'Unpublish'
  return (
    <>
      <EntryButton
        variant={isDeleted ? 'default' : 'outline'}
        label={label}
        entry={title}
        busy={toggle.isPending}
        onClick={() => (warning ? setIsAsking(true) : toggle.mutate())}
      />
      <ConfirmDialog
        title={`${label} “${title}”?`}
        description={warning ?? ''}
        confirmLabel={label}
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={() => {
          setIsAsking(false)
          toggle.mutate()
        }}
      />
    </>
  )
}

/** Toggles optimistically, and reverts if the server refuses. */
function useToggle(product: AdminProduct) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => setPublished(product.id, product.isDeleted),
    onMutate: () => showProduct(queryClient, { ...product, isDeleted: !product.isDeleted }),
    onSuccess: (saved) => {
      showProduct(queryClient, saved)
      notifySuccess(`Product ${saved.isDeleted ? 'unpublished' : 'published'} successfully`)
    },
    onError: (error) => {
      showProduct(queryClient, product)
      notifyFailed(error, 'toggle')
    },
    onSettled: () => refreshProducts(queryClient),
  })
}
