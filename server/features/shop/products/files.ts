import { timingSafeEqual } from 'node:crypto'
import { SHOP_LIMITS } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connect.ts'
import { AppError } from '#server/domain/app-error.ts'
import { safeFileName } from '#server/domain/file-name.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { contentDisposition } from '#server/http/content-disposition.ts'
import type { ServedFile } from '#server/http/send-file.ts'
import { type DigitalFileType, sniffDigitalFile } from '#server/ports/files/sniff.ts'
import { etagOf, keepFile } from '../../files/service.ts'
import { getDownloadable } from '../purchases/service.ts'
import { findProduct, type ProductRow, type ProductValues } from './store.ts'

const NO_DIGITAL_FILE = 'This file type can’t be sold here. Choose a PDF, ZIP, MP3 or MP4 file.'

export interface ReceivedFile {
  path: string
  bytes: number
  name: string
}

/** An uploaded file with the type detected from its bytes. */
interface DigitalFile extends ReceivedFile {
  type: DigitalFileType
}

/** Detects the type of an upload from its bytes. Throws `unsupported_media`. */
export async function readDigitalFile(upload: ReceivedFile): Promise<DigitalFile> {
  const type = await sniffDigitalFile(upload.path)
  if (!type) {
    throw new AppError('unsupported_media', NO_DIGITAL_FILE, {
      fields: { digitalFileUrl: NO_DIGITAL_FILE },
    })
  }
  return { ...upload, type }
}

/** Stores a file that is removed again unless a product uses it in time. Returns its columns. */
export async function keepDigitalFile(
  context: Context,
  { path, bytes, name, type }: DigitalFile,
): Promise<Pick<ProductValues, 'fileKey' | 'fileName' | 'fileType' | 'fileSize'>> {
  const { contentType, ending } = type
  const fileKey = await keepFile(context, { folder: 'products', path, contentType })
  const fileName = safeFileName(name, ending)
  return { fileKey, fileName, fileType: contentType, fileSize: bytes }
}

/** Whether this file belongs to a product. */
export async function isProductFile(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('product')
    .select('productId')
    .where('fileKey', '=', key)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A product's current file, without checking access. Throws `not_found` if there is none. */
export async function openProductFile(
  context: Context,
  productId: number,
  { as }: { as: 'attachment' | 'inline' },
): Promise<ServedFile> {
  const product = await findProduct(context.db, productId)
  const file = product && servedFile(context, product, as)
  if (!file) throw new AppError('not_found', 'This product has no file.')
  return file
}

function servedFile(
  context: Context,
  { fileKey, fileName, fileType, fileSize }: ProductRow,
  as: 'attachment' | 'inline',
): ServedFile | undefined {
  if (fileKey === null || fileName === null || fileType === null || fileSize === null) {
    return undefined
  }
  return {
    etag: etagOf(fileKey),
    size: fileSize,
    contentType: fileType,
    disposition: contentDisposition(as, fileName),
    read: (range) => context.files.read(fileKey, range),
  }
}

const TOKEN = /^(?<purchase>[1-9]\d{0,9})\.(?<expiry>[1-9]\d{0,11})\.(?<signature>[\w-]{43})$/

interface Link {
  purchaseId: number
  /** Seconds since 1970. */
  expiry: number
}

/**
 * A link to a purchase's file that is valid for a few minutes, for this member only. Throws
 * `not_found` if the purchase isn't the viewer's, has no file or no longer gives access.
 */
export async function createDownloadLink(
  context: Context,
  viewer: Viewer,
  purchaseId: number,
): Promise<string> {
  const { productId } = await getDownloadable(context, viewer, purchaseId)
  await openProductFile(context, productId, { as: 'attachment' })
  const expiry = secondsOf(context.now()) + SHOP_LIMITS.linkMinutes * 60
  const signature = sign(context, viewer, { purchaseId, expiry }).toString('base64url')
  return `/api/downloads/${purchaseId}.${expiry}.${signature}`
}

/**
 * The file behind a link. The link alone gives no access: the viewer must be its member and have
 * access now. Throws `not_found` for any other link, whatever is wrong with it.
 */
export async function openDownload(
  context: Context,
  viewer: Viewer,
  token: string,
): Promise<ServedFile> {
  const link = readToken(context, viewer, token)
  if (!link || link.expiry <= secondsOf(context.now())) {
    throw new AppError(
      'not_found',
      'This link has expired. Start the download again from your purchases.',
    )
  }
  const { productId } = await getDownloadable(context, viewer, link.purchaseId)
  return openProductFile(context, productId, { as: 'attachment' })
}

function readToken(context: Context, viewer: Viewer, token: string): Link | undefined {
  const { purchase, expiry, signature } = TOKEN.exec(token)?.groups ?? {}
  if (!purchase || !expiry || !signature) return undefined
  const link = { purchaseId: Number(purchase), expiry: Number(expiry) }
  const expected = sign(context, viewer, link)
  return timingSafeEqual(expected, Buffer.from(signature, 'base64url')) ? link : undefined
}

/** The member's id is only part of the signature, so that the URL reveals nothing about them. */
function sign(context: Context, viewer: Viewer, { purchaseId, expiry }: Link): Buffer {
  return context.keys.hmac('download', `${viewer.id} ${purchaseId} ${expiry}`)
}

function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}
