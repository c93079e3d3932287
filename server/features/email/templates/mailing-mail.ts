import { htmlText } from '#server/domain/html-text.ts'
import { composeMail, type Mail, type MailFooter } from './layout.ts'
import { Safe } from './markup.ts'

/** The number of characters that an inbox shows after the subject. */
const PREHEADER_LENGTH = 140

/** A mailing's email, rendered once for all its recipients. */
export interface MailingMail extends Mail {
  /** The content without brand and footer; empty if it has only images without a description. */
  contentText: string
  /** Shown after the subject in inboxes. */
  preheader: string
}

/**
 * `contentHtml` comes from `styleMail`. Without a preheader, the beginning of the text is used
 * instead.
 */
export function mailingMail(
  input: { brand: string; subject: string; preheader: string; contentHtml: string } & MailFooter,
): MailingMail {
  const { brand, subject, contentHtml, preheader: written, ...footer } = input
  const contentText = htmlText(contentHtml)
  const preheader = written || preheaderOf(contentText)
  const mail = composeMail({
    brand,
    subject,
    footer,
    preheader,
    blocks: [{ kind: 'html', html: Safe.sanitized(contentHtml), text: contentText }],
  })
  return { ...mail, contentText, preheader }
}

/** The beginning of the text, cut after a word. */
function preheaderOf(contentText: string): string {
  const words = contentText
    .replace(/\bhttps?:\S+|^[ *>-]+/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (words.length <= PREHEADER_LENGTH) return words
  return `${words.slice(0, PREHEADER_LENGTH).replace(/\s\S*$/, '')}…`
}
