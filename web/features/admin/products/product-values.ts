import { z } from 'zod'
import {
  type AdminProduct,
  DIGITAL_FILE_ENDINGS,
  type NewProduct,
  type ProductChanges,
  ProductFields,
  ProductType,
  SHOP_LIMITS,
} from '#contract/shop.ts'

/** A product as it stands in its form: possibly incomplete. Its files lie beside it. */
export const ProductDraft = z.object({
  title: z.string(),
  description: z.string(),
  price: z.string(),
  productType: ProductType,
  displayOrder: z.string(),
  /** The stored product that the form began with; empty for a new one. */
  version: z.string().catch(''),
})
export type ProductDraft = z.infer<typeof ProductDraft>

/** The form made into what the server takes. */
export const ProductValues = ProductDraft.transform((draft, context) => {
  const { data, error } = ProductFields.safeParse(draft)
  if (data) return { ...data, ...(draft.version && { version: draft.version }) }
  for (const { path, message } of error.issues) {
    context.addIssue({ code: 'custom', path: [...path], message })
  }
  return z.NEVER
})

export const EMPTY_PRODUCT: ProductDraft = {
  title: '',
  description: '',
  price: '',
  productType: 'one_time',
  displayOrder: '0',
  version: '',
}

/** What is sent: a file that is left out stays as it is. */
export interface Submission {
  fields: NewProduct & Pick<ProductChanges, 'version'>
  image: File | null
  file: File | null
}

/** Whether a save would offer for nothing what had a price, or had none yet. */
export function becomesFree(
  product: Pick<AdminProduct, 'price' | 'isDeleted'> | undefined,
  fields: Pick<ProductFields, 'price'>,
): boolean {
  if (Number(fields.price) !== 0) return false
  return product ? !product.isDeleted && Number(product.price) > 0 : true
}

export function productDraftKey(memberId: string, productId?: number): string {
  return `product:${memberId}:${productId ?? 'new'}`
}

/** What the form of a stored product starts with. */
export function draftOfProduct(product: AdminProduct): ProductDraft {
  const { title, description, price, productType, displayOrder, version } = product
  return { title, description, price, productType, displayOrder: String(displayOrder), version }
}

/** Whether the same is written in both, whatever product they began with. */
export function isSameDraft(a: ProductDraft, b: ProductDraft): boolean {
  const { version: _, ...written } = EMPTY_PRODUCT
  return Object.keys(written).every((name) => {
    // The keys of a value of this type.
    const key = name as keyof ProductDraft
    return a[key] === b[key]
  })
}

/** For the file input. */
export const FILE_ACCEPT = DIGITAL_FILE_ENDINGS.join(',')

type Chosen = Pick<File, 'name' | 'type' | 'size'>

/** Why a digital file cannot be sent; undefined when it can. The server reads the real type. */
export function digitalFileProblem({ name, size }: Chosen): string | undefined {
  const lower = name.toLowerCase()
  if (!DIGITAL_FILE_ENDINGS.some((ending) => lower.endsWith(ending))) {
    return 'Choose a PDF, ZIP, MP3 or MP4 file.'
  }
  if (size === 0) return 'This file is empty.'
  return size > SHOP_LIMITS.fileBytes ? 'Digital files can be at most 500 MB.' : undefined
}
