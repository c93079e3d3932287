import type { AdminProduct, NewProduct, ProductChanges } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { safeFileName } from '#server/domain/file-name.ts'
import { centsOf } from '#server/domain/money.ts'
import { plainTextOf, sanitizeHtml } from '#server/domain/sanitize-html.ts'
import { outdated } from '#server/domain/version.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../../audit/service.ts'
import { discardFile } from '../../files/service.ts'
import type { NamedImage } from '../../images/service.ts'
import { keepDigitalFile, type ReceivedFile, readDigitalFile } from './files.ts'
import { productImages, withProductImage } from './images.ts'
import { announceProducts, getAdminProduct, unknownProduct, versionOf } from './service.ts'
import {
  findProduct,
  insertProduct,
  isOwned,
  isSold,
  lockProduct,
  type ProductRow,
  type ProductValues,
  updateProduct,
} from './store.ts'

/** The submitted product form. */
interface ProductForm {
  fields: ProductChanges
  image: ReceivedFile | undefined
  file: ReceivedFile | undefined
}

/** The form's uploaded files, stored but not yet in use. */
interface Uploads {
  image: NamedImage | undefined
  file: Awaited<ReturnType<typeof keepDigitalFile>> | undefined
}

/**
 * Adds a product, published unless it is a draft. Throws `invalid_input` and `unsupported_media`.
 */
export async function createProduct(
  context: Context,
  admin: Admin,
  form: ProductForm & { fields: NewProduct },
): Promise<AdminProduct> {
  const { hasDigitalFile, productType, displayOrder, isFree } = form.fields
  const values = { ...readFields(form.fields), productType, displayOrder }
  const isFreeByAccident = values.priceCents === 0 && isFree !== 'true'
  const isDeleted = form.fields.isDeleted === 'true' || isFreeByAccident
  if (hasDigitalFile === 'true' && !isSent(form.file)) throw noFile()
  const productId = await withUploads(context, form, async (trx, { image, file }) => {
    const imageName = image?.name ?? null
    const product = { ...values, isDeleted, imageName, ...(file ?? withoutFile) }
    const productId = await insertProduct(trx, { ...product, now: context.now() })
    const action = isDeleted ? 'product-drafted' : 'product-added'
    await recordAudit(trx, admin, { action, subjectId: productId })
    return productId
  })
  announceProducts(context)
  return getAdminProduct(context, productId)
}

/**
 * Changes a product. Type, order and file stay as they are if left out, and current subscribers
 * keep their price. Throws `not_found`, `invalid_input`, `unsupported_media`, and `conflict` for a
 * change that would take something from a buyer.
 */
export async function changeProduct(
  context: Context,
  admin: Admin,
  { productId, ...form }: ProductForm & { productId: number },
): Promise<AdminProduct> {
  const values = readFields(form.fields)
  // Checked before a large file is stored, and again later under a lock.
  const known = await findProduct(context.db, productId)
  if (!known) throw unknownProduct()
  const { hasDigitalFile, productType, displayOrder } = form.fields
  await requireLatest(context, known, form.fields)
  if (hasDigitalFile === 'true' && known.fileKey === null && !isSent(form.file)) throw noFile()
  const isChanged = await withUploads(context, form, async (trx, uploads) => {
    const before = await lockProduct(trx, productId)
    if (!before) throw unknownProduct()
    await requireLatest(context, before, form.fields)
    const after = {
      ...before,
      ...values,
      productType: productType ?? before.productType,
      displayOrder: displayOrder ?? before.displayOrder,
      ...newFiles(before, form.fields, uploads),
    }
    if (form.fields.isFree !== 'true' && becomesFree(before, after)) throw freeByAccident()
    return applyChange(context, trx, { admin, before, after })
  })
  if (isChanged) announceProducts(context)
  return getAdminProduct(context, productId)
}

/** Stores the changed values; false if nothing changed. */
async function applyChange(
  context: Context,
  trx: Trx,
  input: { admin: Admin; before: ProductRow; after: ProductRow },
): Promise<boolean> {
  const { admin, before, after } = input
  const { productId, isDeleted: _, updatedAt: __, ...values } = after
  const changed = changedNames(before, after)
  if (changed.length === 0) return false
  const refusal = refusalOfChange(before, after, {
    isSold: await isSold(trx, productId),
    isOwned: await isOwned(trx, { productId, now: context.now() }),
  })
  if (refusal) throw conflict(refusal)
  await updateProduct(trx, productId, { ...values, updatedAt: context.now() })
  await discardOldFiles(context, trx, input)
  await recordAudit(trx, admin, {
    action: 'product-changed',
    subjectId: productId,
    detail: { changed },
  })
  return true
}

async function discardOldFiles(
  context: Context,
  trx: Trx,
  { before, after }: { before: ProductRow; after: ProductRow },
): Promise<void> {
  if (before.imageName && before.imageName !== after.imageName) {
    await productImages.discard(context, trx, before.imageName)
  }
  if (before.fileKey && before.fileKey !== after.fileKey) {
    await context.jobs.send(trx, 'remove-file', { key: before.fileKey })
  }
}

/** Stores the form's files and runs `work`; if either fails, neither is kept. */
async function withUploads<T>(
  context: Context,
  form: ProductForm,
  work: (trx: Trx, uploads: Uploads) => Promise<T>,
): Promise<T> {
  const upload = isSent(form.file)
    ? await readDigitalFile({ ...form.file, name: nameOf(form.file, form.fields) })
    : undefined
  const picture = isSent(form.image) ? form.image : undefined
  return withProductImage(context, picture, async (image) => {
    const file = upload && (await keepDigitalFile(context, upload))
    try {
      return await inTransaction(context.db, async (trx) => {
        if (image) await productImages.store(context, trx, image)
        return work(trx, { image, file })
      })
    } catch (error) {
      if (file?.fileKey) await discardFile(context, file.fileKey)
      throw error
    }
  })
}

/**
 * Whether a file was uploaded: browsers send an empty file input as a file without a name. True for
 * a named empty file, which is refused later.
 */
function isSent(upload: ReceivedFile | undefined): upload is ReceivedFile {
  return upload !== undefined && !(upload.bytes === 0 && upload.name === '')
}

function nameOf(upload: ReceivedFile, fields: ProductChanges): string {
  return fields.digitalFileName || upload.name || fields.title
}

function newFiles(
  before: ProductRow,
  fields: ProductChanges,
  { image, file }: Uploads,
): Partial<ProductValues> {
  const pictures = image && { imageName: image.name }
  if (file) return { ...pictures, ...file }
  if (fields.hasDigitalFile === 'false') return { ...pictures, ...withoutFile }
  return { ...pictures, ...renamed(before, fields) }
}

/** Renames the existing file, keeping its extension. */
function renamed({ fileName }: ProductRow, fields: ProductChanges): Partial<ProductValues> {
  const ending = fileName && /\.[a-z0-9]+$/.exec(fileName)?.[0]
  if (!ending || !fields.digitalFileName) return {}
  return { fileName: safeFileName(fields.digitalFileName, ending) }
}

function readFields(
  fields: ProductChanges,
): Pick<ProductValues, 'title' | 'description' | 'priceCents'> {
  const description = sanitizeHtml(fields.description)
  if (plainTextOf(description) === '') {
    throw invalid({ description: 'Description is required' })
  }
  return { title: fields.title, description, priceCents: centsOf(fields.price) }
}

/** Throws `conflict` for an edit that is based on an older version. */
async function requireLatest(
  context: Context,
  product: ProductRow,
  { version }: ProductChanges,
): Promise<void> {
  if (version === undefined || version === versionOf(product)) return
  throw outdated(await getAdminProduct(context, product.productId))
}

function freeByAccident(): AppError {
  return invalid({ price: 'This product is for sale. Confirm that it becomes free.' })
}

function noFile(): AppError {
  return invalid({ digitalFileUrl: 'Choose the digital file.' })
}

function invalid(fields: Record<string, string>): AppError {
  return new AppError('invalid_input', Object.values(fields)[0] ?? '', { fields })
}

function conflict({ field, sentence }: { field: string; sentence: string }): AppError {
  return new AppError('conflict', sentence, { fields: { [field]: sentence } })
}

/** The file columns of a product without a download. */
const withoutFile = {
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
function changedNames(before: ProductRow, after: ProductRow): string[] {
  return Object.entries(NAMES).flatMap(([column, name]) => {
    // `NAMES` has only columns as keys.
    const key = column as keyof typeof NAMES
    return before[key] === after[key] ? [] : name
  })
}

/** Whether a change makes a published paid product free for everyone. */
function becomesFree(before: ProductRow, after: ProductRow): boolean {
  return !before.isDeleted && before.priceCents > 0 && after.priceCents === 0
}

/** Why a change would take something from a buyer; undefined if it doesn't. */
function refusalOfChange(
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
