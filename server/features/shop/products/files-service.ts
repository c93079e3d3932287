import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connect.ts'
import { AppError } from '#server/domain/app-error.ts'
import { safeFileName } from '#server/domain/file-name.ts'
import { contentDisposition } from '#server/http/content-disposition.ts'
import type { ServedFile } from '#server/http/send-file.ts'
import { type DigitalFileType, sniffDigitalFile } from '#server/ports/files/sniff.ts'
import { etagOf, keepFile } from '../../files/service.ts'
import { findProduct, hasProductFile, type ProductRow, type ProductValues } from './store.ts'

const NO_DIGITAL_FILE = 'This file type can’t be sold here. Choose a PDF, ZIP, MP3 or MP4 file.'

export interface ReceivedFile {
  path: string
  bytes: number
  name: string
}

/** An uploaded file with the type detected from its bytes. */
export interface DigitalFile extends ReceivedFile {
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
export function isProductFile(db: Db, key: string): Promise<boolean> {
  return hasProductFile(db, key)
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
