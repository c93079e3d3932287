import { timingSafeEqual } from 'node:crypto'
import { SHOP_LIMITS } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import type { ServedFile } from '#server/http/send-file.ts'
import { getDownloadable } from '../purchases/service.ts'
import { openProductFile } from './files-service.ts'

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
