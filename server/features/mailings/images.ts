import { createImageStorage, type ImageSize } from '../images/service.ts'
import { isImageInMailing } from './store.ts'

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
