import type { ReactElement } from 'react'
import type { AdminProduct } from '#contract/shop.ts'
import { TYPE_LABELS } from '#web/features/admin/products/product-labels.ts'
import type { ProductFormReturn } from '#web/features/admin/products/use-product-form.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Options, Select } from '#web/ui/select.tsx'

interface SalesFieldsProps {
  form: ProductFormReturn
  product: AdminProduct | undefined
}

/** The price, type and order of a product. */
export function SalesFields({ form, product }: SalesFieldsProps): ReactElement {
  const { errors } = form.formState
  const { currency = 'usd' } = useSiteSettings() ?? {}
  const unit = currency.toUpperCase()
  return (
    <>
      <Field
        label="Price"
        help={product ? priceHelp(product, unit) : `In ${unit}, such as 12 or 12.50.`}
        error={errors.price?.message}
        required
      >
        <Input
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          className="max-w-48"
          {...form.register('price')}
        />
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

function priceHelp({ productType }: AdminProduct, unit: string): string {
  return productType === 'subscription'
    ? `In ${unit} a month. A new price applies to new buyers. Current subscribers keep their price.`
    : `In ${unit}. A new price applies to new buyers.`
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
        <Options labels={TYPE_LABELS} />
      </Select>
    </Field>
  )
}
