import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import { createImageStorage, type ImageSize } from '../images/service.ts'

export const mailImages = createImageStorage({
  folder: 'email-images/',
  path: '/api/email-images/',
  removal: 'remove-mail-image',
  // An administrator can work on an email for weeks, and show test emails to others meanwhile.
  unclaimedSeconds: 60 * 24 * 60 * 60,
  isInUse: (db, { address }) => isImageInMailing(db, address),
})

/** Twice the width of an email, for sharp screens. */
export const MAIL_IMAGE_SIZE: ImageSize = { maxWidth: 1_200, maxHeight: 3_600 }

/** Whether a mailing contains an image. */
async function isImageInMailing(db: Queryable, address: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from mailing where position(${address} in html) > 0 limit 1`.execute(db)
  return rows.length > 0
}
