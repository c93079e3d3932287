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

/** The values of the product form, possibly incomplete. Files are kept separately. */
export const ProductDraft = z.object({
  title: z.string(),
  description: z.string(),
  price: z.string(),
  productType: ProductType,
  displayOrder: z.string(),
  /** The version of the product that the form started with; empty for a new one. */
  version: z.string().catch(''),
})
export type ProductDraft = z.infer<typeof ProductDraft>

/** Converts the form into the values for the server. */
export const ProductValues = ProductDraft.transform((draft, context) => {
  const { data, error } = ProductFields.safeParse(draft)
  if (data) return { ...data, ...(draft.version && { version: draft.version }) }
  for (const { path, message } of error.issues) {
    // The specification's sentence doesn't say what is valid.
    const example = message === 'Invalid price format' ? `. ${priceExample(draft.price)}` : ''
    context.addIssue({ code: 'custom', path: [...path], message: `${message}${example}` })
  }
  return z.NEVER
})

/** How to write a price that was entered in another way, such as '7,5'. */
function priceExample(price: string): string {
  const [, whole, cents] = /^\$?\s*(\d{1,6})(?:,(\d{1,2}))?$/.exec(price) ?? []
  const example = whole ? `${whole}.${(cents ?? '').padEnd(2, '0')}` : '7.50'
  return `Use digits and a point: ${example}`
}

/** The largest order that the server accepts. */
const LAST_ORDER = 9_999

/** The draft of a new product. It stands last, with an order that no other product has, if there is one. */
export function newProduct(products: readonly Pick<AdminProduct, 'displayOrder'>[]): ProductDraft {
  const next = Math.max(0, ...products.map(({ displayOrder }) => displayOrder + 1))
  return { ...EMPTY_PRODUCT, displayOrder: String(Math.min(next, LAST_ORDER)) }
}

export const EMPTY_PRODUCT: ProductDraft = {
  title: '',
  description: '',
  price: '',
  productType: 'one_time',
  displayOrder: '0',
  version: '',
}

/** The values that are sent. A file that is null stays as it is. */
export interface Submission {
  fields: NewProduct & Pick<ProductChanges, 'version'>
  image: File | null
  file: File | null
}

/** Whether saving would make a new product, or one with a price that is for sale, free. */
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

/** The starting values of the form for a stored product. */
export function draftOfProduct(product: AdminProduct): ProductDraft {
  const { title, description, price, productType, displayOrder, version } = product
  return { title, description, price, productType, displayOrder: String(displayOrder), version }
}

/** Whether two drafts have the same values, ignoring the version. */
export function isSameDraft(a: ProductDraft, b: ProductDraft): boolean {
  const { version: _, ...written } = EMPTY_PRODUCT
  return Object.keys(written).every((name) => {
    // These are keys of a value of this type.
    const key = name as keyof ProductDraft
    return a[key] === b[key]
  })
}

/** For the `accept` attribute of the file input. */
export const FILE_ACCEPT = DIGITAL_FILE_ENDINGS.join(',')

type Chosen = Pick<File, 'name' | 'type' | 'size'>

/** Why a digital file can't be uploaded; undefined if it can. The server detects the real type. */
export function digitalFileProblem({ name, size }: Chosen): string | undefined {
  const lower = name.toLowerCase()
  if (!DIGITAL_FILE_ENDINGS.some((ending) => lower.endsWith(ending))) {
    return 'Choose a PDF, ZIP, MP3 or MP4 file.'
  }
  if (size === 0) return 'This file is empty.'
  return size > SHOP_LIMITS.fileBytes ? 'Digital files can be at most 500 MB.' : undefined
}
