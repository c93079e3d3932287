import type { ProductRow, ProductValues } from './store.ts'

/** The columns of a product that is nothing to download. */
export const withoutFile = {
  fileKey: null,
  fileName: null,
  fileType: null,
  fileSize: null,
} as const satisfies Partial<ProductValues>

/** What the log calls each thing that can change, in the words of the form. */
const NAMES = {
  title: 'title',
  description: 'description',
  priceCents: 'price',
  productType: 'productType',
  displayOrder: 'displayOrder',
  imageName: 'imageUrl',
  fileKey: 'digitalFileUrl',
  fileName: 'digitalFileName',
} as const satisfies Partial<Record<keyof ProductValues, string>>

/** What differs between two states of a product, as the form calls it. */
export function changedNames(before: ProductRow, after: ProductRow): string[] {
  return Object.entries(NAMES).flatMap(([column, name]) => {
    // Names of columns, by the type above.
    const key = column as keyof typeof NAMES
    return before[key] === after[key] ? [] : name
  })
}

/** Whether a change gives everyone for nothing what they had to pay for. */
export function becomesFree(before: ProductRow, after: ProductRow): boolean {
  return !before.isDeleted && before.priceCents > 0 && after.priceCents === 0
}

/** Why a change would take something from a buyer; undefined when it takes nothing. */
export function refusalOfChange(
  before: ProductRow,
  after: ProductRow,
  { isSold, isOwned }: { isSold: boolean; isOwned: boolean },
): { field: string; sentence: string } | undefined {
  if (isSold && before.productType !== after.productType) {
    return {
      field: 'productType',
      sentence:
        'Someone has bought this product or is buying it, so its type can’t change. Add a new product instead.',
    }
  }
  if (isOwned && before.fileKey !== null && after.fileKey === null) {
    return {
      field: 'hasDigitalFile',
      sentence:
        'Someone owns this file or is buying it, so it can’t be removed. Replace it with another file, or unpublish the product.',
    }
  }
  return undefined
}
