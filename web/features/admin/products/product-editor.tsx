import { useIsMutating } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { AdminProduct } from '#contract/shop.ts'
import { EntryButton } from '#web/features/admin/kit/entry-button.tsx'
import { ProductForm } from '#web/features/admin/products/product-form.tsx'
import {
  EMPTY_PRODUCT,
  isSameDraft,
  ProductDraft,
} from '#web/features/admin/products/product-values.ts'
import { saveProductKey, useProductForm } from '#web/features/admin/products/use-product-form.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'

export function AddProductCard({ onClose }: { onClose: () => void }): ReactElement {
  const [isAsking, setIsAsking] = useState(false)
  const state = useProductForm(undefined, onClose)
  const { setFocus } = state.form
  useEffect(() => setFocus('title'), [setFocus])
  const values = ProductDraft.safeParse(useWatch({ control: state.form.control })).data
  const isTouched = values !== undefined && !isSameDraft(values, EMPTY_PRODUCT)
  const hasFiles = state.image.file !== null || state.digitalFile.file !== null
  return (
    <SectionCard
      title="Add New Product"
      description="It’s for sale as soon as you create it, unless you save it as a draft. What you enter stays on this device until then, but you’ll have to choose the digital file again."
      headerClassName="pr-12"
      className="relative"
    >
      {/* An upload has its own Cancel button. */}
      {state.saving.isSaving ? null : (
        <Button
          variant="ghost"
          size="icon"
          aria-label="Close form"
          className="absolute top-3.5 right-3.5 text-ink-quiet"
          onClick={onClose}
        >
          <X aria-hidden size={20} />
        </Button>
      )}
      <ProductForm
        product={undefined}
        state={state}
        onCancel={isTouched || hasFiles ? () => setIsAsking(true) : undefined}
      />
      <ConfirmDialog
        title="Clear this form?"
        description="You’ll lose what you entered."
        confirmLabel="Clear form"
        isDestructive
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={() => {
          state.forget()
          setIsAsking(false)
        }}
      />
    </SectionCard>
  )
}

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
