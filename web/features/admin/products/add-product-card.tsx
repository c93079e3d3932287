import { type ReactElement, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { ProductForm } from '#web/features/admin/products/product-form.tsx'
import {
  EMPTY_PRODUCT,
  isSameDraft,
  ProductDraft,
} from '#web/features/admin/products/product-values.ts'
import { useProductForm } from '#web/features/admin/products/use-product-form.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

export function AddProductCard(): ReactElement {
  const [isAsking, setIsAsking] = useState(false)
  const state = useProductForm(undefined, () => undefined)
  const values = ProductDraft.safeParse(useWatch({ control: state.form.control })).data
  const isTouched = values !== undefined && !isSameDraft(values, EMPTY_PRODUCT)
  const hasFiles = state.image.file !== null || state.digitalFile.file !== null
  return (
    <Card aria-labelledby="add-product">
      <CardHeader>
        <CardTitle id="add-product">Add New Product</CardTitle>
        <CardDescription className="max-w-prose">
          It’s for sale as soon as you create it. Your draft stays on this device until then, but
          you’ll have to choose the digital file again after a reload.
        </CardDescription>
      </CardHeader>
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
    </Card>
  )
}
