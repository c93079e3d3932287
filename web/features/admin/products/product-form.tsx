import type { ReactElement } from 'react'
import { Controller } from 'react-hook-form'
import { type AdminProduct, SHOP_LIMITS } from '#contract/shop.ts'
import { DigitalFileField } from '#web/features/admin/products/digital-file-field.tsx'
import { ImageField } from '#web/features/admin/products/image-field.tsx'
import { SalesFields } from '#web/features/admin/products/sales-fields.tsx'
import { SaveStatus } from '#web/features/admin/products/save-status.tsx'
import { UploadGuard } from '#web/features/admin/products/upload-guard.tsx'
import type {
  ProductFormReturn,
  ProductFormState,
} from '#web/features/admin/products/use-product-form.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { RichTextEditor } from '#web/ui/rich-text-editor.tsx'

interface ProductFormProps {
  /** The product to change; undefined for a new one. */
  product: AdminProduct | undefined
  state: ProductFormState
  /** Discards the changes. */
  onCancel: (() => void) | undefined
}

export function ProductForm({ product, state, onCancel }: ProductFormProps): ReactElement {
  const { form, image, digitalFile, saving, submit } = state
  const isSending = saving.sent !== undefined
  return (
    <Form noValidate onSubmit={submit} className="flex flex-col gap-6">
      {/* Changes made during an upload would not be saved with it. */}
      <fieldset
        disabled={isSending}
        className="grid min-w-0 items-start gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      >
        <div className="flex min-w-0 flex-col gap-5">
          <TextFields form={form} isDisabled={isSending} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <SalesFields form={form} product={product} />
          <ImageField image={image} current={product?.imageUrl ?? null} />
          <DigitalFileField state={digitalFile} product={product} />
        </div>
      </fieldset>
      <UploadGuard isUploading={isSending} />
      <SaveStatus saving={saving} action={product ? 'update' : 'create'} />
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button type="submit" busy={saving.isSaving}>
          {product ? 'Update Product' : 'Create Product'}
        </Button>
        {product || saving.isSaving ? null : (
          <Button variant="secondary" onClick={state.saveDraft}>
            Save as draft
          </Button>
        )}
        {onCancel && !saving.isSaving ? (
          <Button variant="outline" onClick={onCancel}>
            {product ? 'Cancel' : 'Clear form'}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        title="Offer it for free?"
        description="The price is 0, so every member gets it without paying."
        confirmLabel="Offer it for free"
        isOpen={state.isAskingFree}
        onOpenChange={() => state.answerFree(false)}
        onConfirm={() => state.answerFree(true)}
      />
    </Form>
  )
}

function TextFields(props: { form: ProductFormReturn; isDisabled: boolean }): ReactElement {
  const { form, isDisabled } = props
  const { errors } = form.formState
  return (
    <>
      <Field label="Title" error={errors.title?.message} required>
        <Input limit={SHOP_LIMITS.title} autoComplete="off" {...form.register('title')} />
      </Field>
      <Controller
        control={form.control}
        name="description"
        render={({ field, fieldState }) => (
          <Field label="Description" error={fieldState.error?.message} required>
            <RichTextEditor
              ref={field.ref}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              isDisabled={isDisabled}
              height={360}
            />
          </Field>
        )}
      />
    </>
  )
}
