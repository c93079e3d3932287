import type { ReactElement } from 'react'
import { type AdminProduct, ProductType } from '#contract/shop.ts'
import { TYPE_LABELS } from '#web/features/admin/products/product-labels.ts'
import type { ProductFormReturn } from '#web/features/admin/products/use-product-form.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'

interface SalesFieldsProps {
  form: ProductFormReturn
  product: AdminProduct | undefined
}

/** How a product is sold, and where it stands. */
export function SalesFields({ form, product }: SalesFieldsProps): ReactElement {
  const { errors } = form.formState
  return (
    <>
      <Field
        label="Price"
        help={product ? priceHelp(product) : 'In dollars, such as 12 or 12.50.'}
        error={errors.price?.message}
        required
      >
        <div className="relative">
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-ink-quiet"
          >
            $
          </span>
          <PriceInput form={form} />
        </div>
      </Field>
      <TypeField form={form} product={product} />
      <Field label="Order" help="Smaller numbers come first." error={errors.displayOrder?.message}>
        <Input
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          className="max-w-32"
          {...form.register('displayOrder')}
        />
      </Field>
    </>
  )
}

function PriceInput({ form }: Pick<SalesFieldsProps, 'form'>): ReactElement {
  return (
    <Input
      inputMode="decimal"
      autoComplete="off"
      maxLength={12}
      className="pl-8"
      {...form.register('price')}
    />
  )
}

function priceHelp({ productType }: AdminProduct): string {
  return productType === 'subscription'
    ? 'In dollars a month. A new price applies to new buyers. Current subscribers keep their price.'
    : 'In dollars. A new price applies to new buyers.'
}

function TypeField({ form, product }: SalesFieldsProps): ReactElement {
  const error = form.formState.errors.productType?.message
  if (product && !product.mayChangeType) {
    return (
      <Field
        label="Type"
        help="Someone has bought this product or is buying it, so its type can’t change. For another type, add a new product."
        error={error}
      >
        <Input readOnly value={TYPE_LABELS[product.productType]} className="bg-sand" />
      </Field>
    )
  }
  return (
    <Field label="Type" error={error}>
      <Select {...form.register('productType')}>
        {ProductType.options.map((type) => (
          <option key={type} value={type}>
            {TYPE_LABELS[type]}
          </option>
        ))}
      </Select>
    </Field>
  )
}
