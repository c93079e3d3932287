import { useIsMutating } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { AdminProduct } from '#contract/shop.ts'
import { EntryButton } from '#web/features/admin/entry-button.tsx'
import { ProductForm } from '#web/features/admin/products/product-form.tsx'
import { useProductForm } from '#web/features/admin/products/use-product-form.ts'
import { saveProductKey } from '#web/features/admin/products/use-save-product.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

export function EditButton({ product }: { product: AdminProduct }): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const isSaving = useIsMutating({ mutationKey: saveProductKey(product.id) }) > 0
  return (
    <>
      <EntryButton label="Edit" entry={product.title} onClick={() => setIsOpen(true)} />
      {/* Stays open while saving: an upload has its own Cancel button. */}
      <Dialog open={isOpen} onOpenChange={(open) => (isSaving ? undefined : setIsOpen(open))}>
        <DialogContent
          className="max-w-4xl"
          title="Edit product"
          description="Existing files are kept unless you replace them."
        >
          <EditForm product={product} onClose={() => setIsOpen(false)} />
        </DialogContent>
      </Dialog>
    </>
  )
}

interface EditFormProps {
  product: AdminProduct
  onClose: () => void
}

function EditForm({ product, onClose }: EditFormProps): ReactElement {
  const state = useProductForm(product, onClose)
  const handleCancel = (): void => {
    state.forget()
    onClose()
  }
  return (
    <div className="flex flex-col gap-5">
      {state.isRestored ? (
        <Notice title="Your unsaved changes were restored.">
          <Button variant="link" size="sm" onClick={state.forget}>
            Undo changes
          </Button>
        </Notice>
      ) : null}
      <ProductForm product={product} state={state} onCancel={handleCancel} />
    </div>
  )
}
