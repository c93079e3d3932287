import { isRightToLeft } from '#contract/direction.ts'
import {
  BUTTON_STYLE,
  LIGHT,
  quoteStyle,
  SANS,
  SERIF,
  SHEET,
} from '#server/domain/email-palette.ts'
import { oneLine } from '#server/domain/one-line.ts'
import { html, type Safe } from './markup.ts'

/** A finished email, without addresses. */
export interface Mail {
  subject: string
  /** The plain-text part, with the same content as `html`. */
  text: string
  html: string
}

/**
 * A block of an email; a plain string is a paragraph. Both parts of the email are built from the
 * same blocks, so that neither misses anything.
 */
export type Block =
  | string
  | { kind: 'code'; code: string }
  /** A button with its full address below it. `url` starts with `http://` or `https://`. */
  | { kind: 'action'; label: string; url: string }
  /** A person's words; line breaks are kept. */
  | { kind: 'quote'; text: string }
  | { kind: 'note'; text: string }
  /** Sanitized rich text with inline styles, and the same as plain text. */
  | { kind: 'html'; html: Safe; text: string }

/** Below the content of an email that its reader can unsubscribe from. */
export interface MailFooter {
  /** Why the reader gets this email. */
  reason: string
  unsubscribeUrl: string
  /** Line breaks are kept. */
  postalAddress: string | null
}

export interface MailContent {
  /** The site's title. */
  brand: string
  /**
   * Shown in the inbox and on a locked screen, where others may read it: must not contain a
   * member's words or a code.
   */
  subject: string
  /** The line that inboxes show after the subject; the same rule applies. */
  preheader: string
  heading?: string
  blocks: Block[]
  footer?: MailFooter
}

// Emails greet nobody by name, because no email may connect a pseudonym to an address.
const TAGLINE = 'Where Paths Cross, Stories Unfold, and Folx Grow'

export function composeMail(content: MailContent): Mail {
  return {
    subject: oneLine(content.subject),
    text: composeText(content),
    html: composeHtml(content).toString(),
  }
}

function composeText({ brand, heading, blocks, footer }: MailContent): string {
  const parts = [heading, ...blocks.map(blockText), footerText(brand, footer)]
  return parts.filter((part) => part).join('\n\n')
}

function footerText(brand: string, footer: MailFooter | undefined): string {
  const lines = ['-- ', oneLine(brand), TAGLINE]
  if (footer) lines.push('', footer.reason, `Unsubscribe: ${footer.unsubscribeUrl}`)
  if (footer?.postalAddress) lines.push('', footer.postalAddress)
  return `${lines.join('\n')}\n`
}

function blockText(block: Block): string {
  if (typeof block === 'string') return block
  switch (block.kind) {
    case 'code':
      return `    ${block.code}`
    case 'action':
      return `${block.label}:\n${block.url}`
    case 'quote':
      return linesOf(block.text)
        .map((line) => `> ${line}`)
        .join('\n')
    default:
      return block.text
  }
}

function blockHtml(block: Block): Safe {
  if (typeof block === 'string') {
    return html`<p class="ink" style="margin:0 0 20px;color:${LIGHT.ink}">${block}</p>`
  }
  switch (block.kind) {
    case 'code':
      return html`<p class="code" style="margin:4px 0 24px;padding:18px 8px;border-radius:12px;background:${LIGHT.codeGround};color:${LIGHT.link};font:600 34px/1.2 Menlo,Consolas,'Courier New',monospace;letter-spacing:8px;text-align:center">${block.code}</p>`
    case 'action':
      return html`<p style="margin:8px 0 16px"><a class="button" href="${checkUrl(block.url)}" style="${BUTTON_STYLE}">${block.label}</a></p>
<p class="quiet" style="margin:0 0 24px;color:${LIGHT.quiet};font-size:14px;overflow-wrap:anywhere;word-break:break-word">Or open this link: <a class="link" href="${block.url}" style="color:${LIGHT.link}">${block.url}</a></p>`
    case 'quote':
      return html`<blockquote dir="auto" class="quote" style="${quoteStyle(isRightToLeft(block.text) ? 'right' : 'left')};overflow-wrap:anywhere;word-break:break-word">${withBreaks(block.text)}</blockquote>`
    case 'note':
      return html`<p class="quiet" style="margin:0 0 20px;color:${LIGHT.quiet};font-size:14px">${block.text}</p>`
    case 'html':
      return html`<div dir="auto" class="ink" style="color:${LIGHT.ink};overflow-wrap:anywhere">${block.html}</div>`
  }
}

/** Prevents inboxes from showing the content after the preheader. */
const FILLER = '\u200c\u00a0'.repeat(80)

function composeHtml(content: MailContent): Safe {
  const { brand, subject, preheader, heading, blocks, footer } = content
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${oneLine(subject)}</title>
<style>${SHEET}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${LIGHT.ground}">
<div style="display:none;max-height:0;overflow:hidden">${preheader}${FILLER}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:${LIGHT.ground}">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;table-layout:fixed;font:400 16px/1.6 ${SANS}">
<tr><td class="brand" style="padding:0 8px 16px;color:${LIGHT.link};font:600 22px/1.3 ${SERIF}">${oneLine(brand)}</td></tr>
<tr><td class="card" style="padding:32px 28px 12px;background:${LIGHT.card};border:1px solid ${LIGHT.line};border-top:3px solid ${LIGHT.accent};border-radius:14px">
${headingHtml(heading)}
${blocks.map(blockHtml)}
</td></tr>
<tr><td align="center" style="padding:8px 8px 0">
${footerHtml(footer)}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function headingHtml(heading: string | undefined): Safe {
  if (heading === undefined) return html``
  return html`<h1 class="ink" style="margin:0 0 18px;color:${LIGHT.ink};font:600 26px/1.3 ${SERIF}">${heading}</h1>`
}

function footerHtml(footer: MailFooter | undefined): Safe {
  const lines: (string | Safe | Safe[])[] = [TAGLINE]
  if (footer) {
    lines.push(
      html`${footer.reason} <a class="link" href="${checkUrl(footer.unsubscribeUrl)}" style="color:${LIGHT.link}">Unsubscribe</a>`,
    )
  }
  if (footer?.postalAddress) lines.push(withBreaks(footer.postalAddress))
  return html`${lines.map(
    (line) =>
      html`<p class="quiet" style="margin:0;padding:12px 0 0;color:${LIGHT.quiet};font-size:13px;line-height:1.5">${line}</p>`,
  )}`
}

function checkUrl(url: string): string {
  if (!/^https?:\/\//.test(url))
    throw new TypeError('A link in an email must start with http:// or https://.')
  return url
}

function linesOf(text: string): string[] {
  return text.trim().split(/\r\n|\r|\n/)
}

function withBreaks(text: string): Safe[] {
  return linesOf(text).map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`))
}
