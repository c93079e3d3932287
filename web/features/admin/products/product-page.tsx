import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { type AdminProduct, SHOP_LIMITS } from '#contract/shop.ts'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { EntryHead, UnknownEntry, useLeaveEntry } from '#web/features/admin/kit/entry-page.tsx'
import { FormBar } from '#web/features/admin/kit/form-bar.tsx'
import { DigitalFileField, ImageField } from '#web/features/admin/products/product-files.tsx'
import {
  type FAILURES,
  failureText,
  TYPE_LABELS,
} from '#web/features/admin/products/product-labels.ts'
import { adminProductsQuery } from '#web/features/admin/products/queries.ts'
import {
  type ProductFormReturn,
  type ProductFormState,
  useProductForm,
} from '#web/features/admin/products/use-product-form.ts'
import { LeaveGuard } from '#web/lib/leave-guard.tsx'
import { prefetch } from '#web/lib/prefetch.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { RichTextField, SelectField, TextField } from '#web/ui/form-fields.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'

/** Reads the products; false if the one in the address isn't among them. */
export async function loadProduct({ client, params }: AdminLoad): Promise<boolean> {
  await prefetch(client, adminProductsQuery)
  const products = client.getQueryData(adminProductsQuery.queryKey)
  const { productId } = params
  return !products || !productId || products.some(({ id }) => String(id) === productId)
}

/** The form of a new product. */
export function NewProductPage(): ReactElement {
  const products = useQuery(adminProductsQuery)
  return (
    <div className="flex flex-col gap-3">
      <EntryHead {...LIST} title="New product" />
      {products.data ? <AddProductCard /> : <FormPlace query={products} />}
    </div>
  )
}

/** The form of a product that exists. */
export function ProductPage(): ReactElement {
  const { productId } = useParams({ from: '/admin/products/$productId' })
  const products = useQuery(adminProductsQuery)
  const product = products.data?.find(({ id }) => String(id) === productId)
  return (
    <div className="flex flex-col gap-3">
      <EntryHead {...LIST} title={product?.title ?? 'Product'} />
      {product ? (
        <EditCard key={product.id} product={product} />
      ) : products.data && !products.isFetching ? (
        <UnknownEntry {...LIST} noun="product" />
      ) : (
        <FormPlace query={products} />
      )}
    </div>
  )
}

const LIST = { list: '/admin/products', label: 'All products' } as const

/** Until the products are known, or if they can’t be read. */
function FormPlace({ query }: { query: UseQueryResult<AdminProduct[]> }): ReactElement {
  if (query.error) return <QueryError query={query} />
  return <Skeletons label="Loading the product" rows={['h-[48rem] rounded-xl']} />
}

function AddProductCard(): ReactElement {
  const [isAsking, setIsAsking] = useState(false)
  const state = useProductForm(undefined, useLeaveEntry(LIST.list))
  const hasFiles = state.image.file !== null || state.digitalFile.file !== null
  return (
    <SectionCard
      title="Add New Product"
      isTitleAbove
      description={
        <>
          For sale as soon as you create it. <em>Save as draft</em> keeps it hidden.
        </>
      }
    >
      <ProductForm
        product={undefined}
        state={state}
        onCancel={state.isDirty || hasFiles ? () => setIsAsking(true) : undefined}
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

function EditCard({ product }: { product: AdminProduct }): ReactElement {
  const leave = useLeaveEntry(LIST.list)
  const state = useProductForm(product, leave)
  const handleCancel = (): void => {
    state.forget()
    leave()
  }
  return (
    <SectionCard
      title="Edit product"
      description="Existing files are kept unless you replace them."
    >
      {state.isRestored ? (
        <Notice title="Your unsaved changes were restored." className="mb-5">
          <Button variant="link" size="sm" onClick={state.forget}>
            Undo changes
          </Button>
        </Notice>
      ) : null}
      <ProductForm product={product} state={state} onCancel={handleCancel} />
    </SectionCard>
  )
}

interface ProductFormProps {
  /** The product to change; undefined for a new one. */
  product: AdminProduct | undefined
  state: ProductFormState
  /** Discards the changes. */
  onCancel: (() => void) | undefined
}

function ProductForm({ product, state, onCancel }: ProductFormProps): ReactElement {
  const { form, image, digitalFile, isSaving, submit } = state
  const isSending = state.sent !== undefined
  return (
    <Form noValidate onSubmit={submit} className="flex flex-col gap-6">
      {/* Changes made during an upload would not be saved with it. */}
      <fieldset
        disabled={isSending}
        className="grid min-w-0 items-start gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      >
        <div className="flex min-w-0 flex-col gap-5">
          <TextField
            form={form}
            name="title"
            label="Title"
            limit={SHOP_LIMITS.title}
            autoComplete="off"
            required
          />
          <SalesFields form={form} product={product} />
          <RichTextField
            form={form}
            name="description"
            label="Description"
            isDisabled={isSending}
            height={180}
            required
          />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <ImageField image={image} current={product?.imageUrl ?? null} />
          <DigitalFileField state={digitalFile} product={product} />
          <TextField
            form={form}
            name="displayOrder"
            label="Order"
            help="Smaller numbers come first."
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            className="max-w-[8rem]"
          />
        </div>
      </fieldset>
      <LeaveGuard
        shouldBlock={() => isSending}
        title="Stop the upload?"
        description="Files are still uploading. If you leave now, the product isn’t saved. What you typed stays in the form."
        confirmLabel="Stop and leave"
        isDestructive
      />
      <SaveStatus state={state} action={product ? 'update' : 'create'} />
      <FormBar>
        <Button type="submit" busy={isSaving}>
          {product ? 'Update Product' : 'Create Product'}
        </Button>
        {product || isSaving ? null : (
          <Button variant="secondary" onClick={state.saveDraft}>
            Save as draft
          </Button>
        )}
        {onCancel && !isSaving ? (
          <Button variant="outline" onClick={onCancel}>
            {product ? 'Cancel' : 'Clear form'}
          </Button>
        ) : null}
      </FormBar>
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

interface SalesFieldsProps {
  form: ProductFormReturn
  product: AdminProduct | undefined
}

/** The price and type of a product. */
function SalesFields({ form, product }: SalesFieldsProps): ReactElement {
  const { currency = 'usd' } = useSiteSettings() ?? {}
  const unit = currency.toUpperCase()
  return (
    <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
      <TextField
        form={form}
        name="price"
        label="Price"
        help={product ? priceHelp(product, unit) : `In ${unit}, such as 12 or 12.50.`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        className="max-w-[12rem]"
        required
      />
      <TypeField form={form} product={product} />
    </div>
  )
}

function priceHelp({ productType }: AdminProduct, unit: string): string {
  return productType === 'subscription'
    ? `In ${unit} a month. A new price applies to new buyers. Current subscribers keep their price.`
    : `In ${unit}. A new price applies to new buyers.`
}

function TypeField({ form, product }: SalesFieldsProps): ReactElement {
  if (product && !product.mayChangeType) {
    return (
      <Field
        label="Type"
        help="Someone has bought this product or is buying it, so its type can’t change. For another type, add a new product."
        error={form.formState.errors.productType?.message}
      >
        <Input readOnly value={TYPE_LABELS[product.productType]} className="bg-sand" />
      </Field>
    )
  }
  return <SelectField form={form} name="productType" label="Type" labels={TYPE_LABELS} />
}

interface SaveStatusProps {
  state: ProductFormState
  action: keyof typeof FAILURES
}

/** The progress or the outcome of saving. */
function SaveStatus({ state, action }: SaveStatusProps): ReactElement | null {
  const { sent, isSaving, isCanceled, error } = state
  if (sent !== undefined) return <UploadProgress sent={sent} onCancel={state.cancelUpload} />
  if (isSaving) return null
  if (isCanceled) {
    return <Notice title="Upload canceled">Nothing was saved. Your entries are still here.</Notice>
  }
  if (!error) return null
  return (
    <Notice variant="error" title={failureText(error, action)}>
      Nothing was lost. Your entries are still here.
    </Notice>
  )
}

function UploadProgress(props: { sent: number; onCancel: () => void }): ReactElement {
  const percent = Math.floor(props.sent * 100)
  const isSent = percent >= 100
  return (
    <div className="flex flex-col gap-2">
      <Progress label="Uploading files" value={percent} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <p className="text-sm text-ink-quiet tabular-nums">
          {isSent ? 'Uploaded. Checking and storing…' : `Uploading: ${percent}%`}
        </p>
        <Button variant="outline" size="sm" disabled={isSent} onClick={props.onCancel}>
          Cancel upload
        </Button>
      </div>
    </div>
  )
}
