import type { AdminProduct, Product } from '#contract/shop.ts'
import { dollarsOf } from '#server/domain/money.ts'
import type { AdminProductRow, OfferRow, ProductRow } from './store.ts'

export function presentOffer(row: OfferRow): Product {
  return {
    ...presentProduct(row),
    isMembership: row.isMembership,
    purchaseStatus: statusOf(row),
    purchaseId: purchaseOf(row),
  }
}

export function presentAdminProduct(
  row: AdminProductRow,
  { membershipProductId }: { membershipProductId: number },
): AdminProduct {
  const { productId, fileKey, fileName, fileSize, ownerCount } = row
  return {
    ...presentProduct(row),
    isMembership: productId === membershipProductId,
    purchaseStatus: null,
    digitalFileUrl: fileKey && `/api/admin/products/${productId}/file`,
    digitalFileName: fileName,
    digitalFileSize: fileSize,
    ownerCount,
    mayChangeType: !row.isSold,
    mayRemoveFile: fileKey !== null && !row.isOwned,
    version: versionOf(row),
  }
}

/** The version that an edit is based on, so that it can't overwrite a later one. */
export function versionOf({ updatedAt }: ProductRow): string {
  return updatedAt.toISOString()
}

/** The URL of a product image. */
export function productImageUrl(imageName: string): string {
  return `/api/products/images/${imageName}`
}

function presentProduct(
  row: ProductRow,
): Omit<Product, 'purchaseStatus' | 'purchaseId' | 'isMembership'> {
  return {
    id: row.productId,
    title: row.title,
    description: row.description,
    price: dollarsOf(row.priceCents),
    productType: row.productType,
    imageUrl: row.imageName && productImageUrl(row.imageName),
    hasDigitalFile: row.fileKey !== null,
    displayOrder: row.displayOrder,
    isDeleted: row.isDeleted,
  }
}

/** A canceled subscription shows as canceled only while it still gives access. */
function statusOf({ endsAtPeriodEnd, hasAccess }: OfferRow): Product['purchaseStatus'] {
  if (endsAtPeriodEnd === null) return null
  if (!endsAtPeriodEnd) return hasAccess ? 'active' : 'on_hold'
  return hasAccess ? 'canceled' : null
}

function purchaseOf({ purchaseId, hasAccess }: OfferRow): number | null {
  return hasAccess ? purchaseId : null
}
