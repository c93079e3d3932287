import { oneLine } from '#server/domain/one-line.ts'
import { html, type Safe } from './markup.ts'

/** A finished mail, without addresses. */
export interface Mail {
  subject: string
  /** The plain-text part; it says everything that `html` says. */
  text: string
  html: string
}

/** One piece of a mail. Both parts of the mail are made from it, so that neither can miss anything. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; code: string }
  /** A button with its address in full below it. `url` starts with `http://` or `https://`. */
  | { kind: 'action'; label: string; url: string }
  /** Words of a person, line breaks kept. */
  | { kind: 'quote'; text: string }
  | { kind: 'note'; text: string }

export interface MailContent {
  /** The site's title. */
  brand: string
  /**
   * What stands in the inbox and on a locked screen, where others may read it: no words of a member
   * and no code.
   */
  subject: string
  /** The line that an inbox shows after the subject; the same rule holds. */
  preheader: string
  heading: string
  blocks: Block[]
}

/** Mails greet nobody by name: no mail may join a pseudonym to an address. */
const TAGLINE = 'Where Paths Cross, Stories Unfold, and Folx Grow'

export function composeMail(content: MailContent): Mail {
  return {
    subject: oneLine(content.subject),
    text: composeText(content),
    html: composeHtml(content).toString(),
  }
}

function composeText({ brand, heading, blocks }: MailContent): string {
  const footer = `-- \n${oneLine(brand)}\n${TAGLINE}\n`
  return [heading, ...blocks.map(blockText), footer].join('\n\n')
}

function blockText(block: Block): string {
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

const SERIF = "Fraunces, Georgia, 'Times New Roman', serif"
const SANS = "Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

function blockHtml(block: Block): Safe {
  switch (block.kind) {
    case 'paragraph':
      return html`<p class="ink" style="margin:0 0 20px;color:#2b2925">${block.text}</p>`
    case 'code':
      return html`<p class="code" style="margin:4px 0 24px;padding:18px 8px;border-radius:12px;background:#e9f3f0;color:#0b5f58;font:600 34px/1.2 Menlo,Consolas,'Courier New',monospace;letter-spacing:8px;text-align:center">${block.code}</p>`
    case 'action':
      return html`<p style="margin:8px 0 16px"><a class="button" href="${proveUrl(block.url)}" style="display:inline-block;padding:14px 28px;border-radius:10px;background:#0f766e;color:#ffffff;font-weight:600;text-decoration:none">${block.label}</a></p>
<p class="quiet" style="margin:0 0 24px;color:#655d50;font-size:14px;overflow-wrap:anywhere;word-break:break-word">Or open this link: <a class="link" href="${block.url}" style="color:#0b5f58">${block.url}</a></p>`
    case 'quote':
      return html`<blockquote class="quote" style="margin:0 0 20px;padding:4px 0 4px 18px;border-left:3px solid #d9a441;color:#2b2925;font:400 18px/1.5 ${SERIF};overflow-wrap:anywhere;word-break:break-word">${withBreaks(block.text)}</blockquote>`
    case 'note':
      return html`<p class="quiet" style="margin:0 0 20px;color:#655d50;font-size:14px">${block.text}</p>`
  }
}

function composeHtml({ brand, subject, preheader, heading, blocks }: MailContent): Safe {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${oneLine(subject)}</title>
${DARK}
</head>
<body class="ground" style="margin:0;padding:0;background:#f6f0e4">
<div style="display:none;max-height:0;overflow:hidden">${preheader}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f0e4">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;font:400 16px/1.6 ${SANS}">
<tr><td class="brand" style="padding:0 8px 16px;color:#0b5f58;font:600 22px/1.3 ${SERIF}">${oneLine(brand)}</td></tr>
<tr><td class="card" style="padding:32px 28px 12px;background:#fffdf8;border:1px solid #e7dcc6;border-top:3px solid #0f766e;border-radius:14px">
<h1 class="ink" style="margin:0 0 18px;color:#2b2925;font:600 26px/1.3 ${SERIF}">${heading}</h1>
${blocks.map(blockHtml)}
</td></tr>
<tr><td class="quiet" align="center" style="padding:20px 8px 0;color:#655d50;font-size:13px">${TAGLINE}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

/** Mail programs that follow the reader's theme read this; the others show the inline colours. */
const DARK = html`<style>
@media (prefers-color-scheme: dark) {
.ground { background: #191714 !important }
.card { background: #24211d !important; border-color: #3a352d !important; border-top-color: #5eb5aa !important }
.ink, .quote { color: #f0eade !important }
.quiet { color: #b8ae9d !important }
.brand, .link { color: #7fcabf !important }
.button { background: #5eb5aa !important; color: #10201e !important }
.code { background: #17302d !important; color: #a5e0d7 !important }
}
</style>`

function proveUrl(url: string): string {
  if (!/^https?:\/\//.test(url)) throw new TypeError('A link in a mail starts with http or https.')
  return url
}

function linesOf(text: string): string[] {
  return text.trim().split(/\r\n|\r|\n/)
}

function withBreaks(text: string): Safe[] {
  return linesOf(text).map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`))
}
