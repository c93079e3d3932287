import type { ProductRow, ProductValues } from './store.ts'

/** The file columns of a product without a download. */
export const withoutFile = {
  fileKey: null,
  fileName: null,
  fileType: null,
  fileSize: null,
} as const satisfies Partial<ProductValues>

/** The audit log's names for changes, the same as in the form. */
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

/** The form's names for the fields that differ between two states of a product. */
export function changedNames(before: ProductRow, after: ProductRow): string[] {
  return Object.entries(NAMES).flatMap(([column, name]) => {
    // `NAMES` has only columns as keys.
    const key = column as keyof typeof NAMES
    return before[key] === after[key] ? [] : name
  })
}

/** Whether a change makes a published paid product free for everyone. */
export function becomesFree(before: ProductRow, after: ProductRow): boolean {
  return !before.isDeleted && before.priceCents > 0 && after.priceCents === 0
}

/** Why a change would take something from a buyer; undefined if it doesn't. */
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
