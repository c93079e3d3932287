import { isolated } from '#contract/direction.ts'
import type { AdminProduct, Product } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { dollarsOf } from '#server/domain/money.ts'
import type { Admin, Viewer } from '#server/domain/viewer.ts'
import { recordAudit } from '../../audit/service.ts'
import { readSettings } from '../../settings/service.ts'
import { closeCheckoutsOf } from '../checkout/sessions.ts'
import {
  type AdminProductRow,
  findAdminProduct,
  listAdminProducts,
  listOffers,
  lockProduct,
  lockProducts,
  type OfferRow,
  type ProductRow,
  storeOrder,
  updateProduct,
} from './store.ts'

/** Published products, with the viewer's own purchases. */
export async function readProducts(
  context: Context,
  viewer: Viewer | undefined,
): Promise<Product[]> {
  const offers = await listOffers(context.db, { memberId: viewer?.id, now: context.now() })
  return offers.map(presentOffer)
}

/** All products, with the details for administrators. */
export async function readAllProducts(context: Context): Promise<AdminProduct[]> {
  const [products, settings] = await Promise.all([
    listAdminProducts(context.db, context.now()),
    readSettings(context.db),
  ])
  return products.map((product) => presentAdminProduct(product, settings))
}

/** One product for administrators. Throws `not_found`. */
export async function getAdminProduct(context: Context, productId: number): Promise<AdminProduct> {
  const [product, settings] = await Promise.all([
    findAdminProduct(context.db, { productId, now: context.now() }),
    readSettings(context.db),
  ])
  if (!product) throw unknownProduct()
  return presentAdminProduct(product, settings)
}

/**
 * Unpublishes a product or publishes it again. Buyers keep access and subscriptions go on, also
 * those of the membership, which nobody new can join meanwhile. Open checkouts are closed. Throws
 * `conflict` if it already is in the requested state.
 */
export async function togglePublish(
  context: Context,
  admin: Admin,
  { productId, isDeleted: wanted }: { productId: number; isDeleted?: boolean | undefined },
): Promise<AdminProduct> {
  await inTransaction(context.db, async (trx) => {
    const product = await lockProduct(trx, productId)
    if (!product) throw unknownProduct()
    const isDeleted = !product.isDeleted
    if (wanted === product.isDeleted) throw alreadySo(product)
    await updateProduct(trx, productId, { isDeleted, updatedAt: context.now() })
    if (isDeleted) await closeCheckoutsOf(context, trx, productId)
    await recordAudit(trx, admin, {
      action: isDeleted ? 'product-unpublished' : 'product-published',
      subjectId: productId,
    })
  })
  announceProducts(context)
  return getAdminProduct(context, productId)
}

/**
 * Stores the order of all products. Throws `conflict` if the ids aren't those of all products, for
 * example because one was added meanwhile.
 */
export async function orderProducts(
  context: Context,
  admin: Admin,
  ids: readonly number[],
): Promise<AdminProduct[]> {
  await inTransaction(context.db, async (trx) => {
    const places = new Map(ids.map((id, index) => [id, index + 1]))
    const products = await lockProducts(trx)
    const isComplete = products.every(({ productId }) => places.has(productId))
    if (!isComplete || products.length !== ids.length) {
      throw new AppError('conflict', 'The products have changed. Check the list and try again.')
    }
    if (products.every((each) => each.displayOrder === places.get(each.productId))) return
    await storeOrder(trx, { ids, now: context.now() })
    await recordAudit(trx, admin, { action: 'products-ordered' })
  })
  announceProducts(context)
  return readAllProducts(context)
}

/** Notifies caches and open pages of a change to the products. Call it after the commit. */
export function announceProducts(context: Context): void {
  context.changes.announce({ kind: 'topic', topic: 'products' })
}

function alreadySo({ title, isDeleted }: ProductRow): AppError {
  const state = isDeleted ? 'unpublished' : 'published'
  return new AppError(
    'conflict',
    `“${isolated(title)}” was already ${state} by another administrator.`,
  )
}

export function unknownProduct(): AppError {
  return new AppError('not_found', 'This product does not exist.')
}

function presentOffer(row: OfferRow): Product {
  return {
    ...presentProduct(row),
    isMembership: row.isMembership,
    purchaseStatus: statusOf(row),
    purchaseId: purchaseOf(row),
  }
}

function presentAdminProduct(
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
