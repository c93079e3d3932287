import {
  Body,
  Container,
  Head,
  Html,
  Link,
  Preview,
  render,
  Section,
  Text,
  toPlainText,
} from '@react-email/components'
import { type CSSProperties, Fragment, createElement as h, type ReactElement } from 'react'
import type { LaidOutMail, MailLayoutInput } from './port.ts'

const TAGLINE = 'Where Paths Cross, Stories Unfold, and Folx Grow'
const SERIF = "Fraunces, Georgia, 'Times New Roman', serif"
const SANS = "Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
/** Characters that an inbox shows after the subject. */
const PREVIEW_LENGTH = 140

/** Mail programs that follow the reader's theme read this; the others show the inline colours. */
const SHEET = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (max-width: 480px) {
.card { padding: 24px 18px 8px !important }
}
@media (prefers-color-scheme: dark) {
.ground { background-color: #191714 !important }
.ground td { background-color: transparent !important }
.card { background-color: #24211d !important; border-color: #3a352d !important; border-top-color: #5eb5aa !important }
.ink, .quote { color: #f0eade !important }
.line { border-color: #3a352d !important }
.quiet { color: #b8ae9d !important }
.brand, .link { color: #7fcabf !important }
.button { background-color: #5eb5aa !important; color: #10201e !important }
}
`

/** Both parts of a mailing. The text part is made from the content, so that neither misses anything. */
export async function composeMailing(input: MailLayoutInput): Promise<LaidOutMail> {
  const contentText = textOf(input.contentHtml)
  const html = await render(page(input, contentText))
  const footer = footerText(input)
  return { html, contentText, text: [contentText, footer].filter((part) => part).join('\n\n') }
}

function page(input: MailLayoutInput, contentText: string): ReactElement {
  const { brand, subject, contentHtml } = input
  const words = contentText
    .replace(/\bhttps?:\S+|^[ *>-]+/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return h(
    Html,
    { lang: 'en' },
    h(
      Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, subject),
      h('style', null, SHEET),
    ),
    h(
      Body,
      { className: 'ground', style: styles.ground },
      h(Preview, null, words.slice(0, PREVIEW_LENGTH)),
      h(
        Container,
        { className: 'ground', style: styles.container },
        h(Text, { className: 'brand', style: styles.brand }, brand),
        h(
          Section,
          { className: 'card', style: styles.card },
          h('div', {
            className: 'ink',
            style: styles.content,
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the content is sanitised HTML.
            dangerouslySetInnerHTML: { __html: contentHtml },
          }),
        ),
        footer(input),
      ),
    ),
  )
}

function footer({ brand, reason, postalAddress, unsubscribeUrl }: MailLayoutInput): ReactElement {
  return h(
    Section,
    null,
    h(Text, { className: 'quiet', style: styles.footer }, `${brand} · ${TAGLINE}`),
    h(
      Text,
      { className: 'quiet', style: styles.footer },
      `${reason} `,
      h(Link, { className: 'link', href: unsubscribeUrl, style: styles.link }, 'Unsubscribe'),
    ),
    postalAddress
      ? h(Text, { className: 'quiet', style: styles.footer }, ...withBreaks(postalAddress))
      : null,
  )
}

function withBreaks(text: string): ReactElement[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line, index) => h(Fragment, { key: index }, index > 0 ? h('br') : null, line))
}

function footerText({ brand, reason, postalAddress, unsubscribeUrl }: MailLayoutInput): string {
  const lines = ['-- ', brand, TAGLINE, '', reason, `Unsubscribe: ${unsubscribeUrl}`]
  if (postalAddress) lines.push('', postalAddress)
  return `${lines.join('\n')}\n`
}

function textOf(html: string): string {
  return toPlainText(html, {
    selectors: [
      ...['h1', 'h2', 'h3'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'img', format: 'alternative' },
    ],
    formatters: {
      // The types of the library's own library are not installed.
      alternative: (
        { attribs }: { attribs: { alt?: string } },
        _walk: unknown,
        builder: { addInline(text: string): void },
      ) => {
        if (attribs.alt) builder.addInline(`[${attribs.alt}]`)
      },
    },
  }).trim()
}

const styles = {
  ground: { margin: 0, padding: 0, backgroundColor: '#f6f0e4' },
  container: {
    width: '100%',
    maxWidth: '600px',
    // A large picture would widen a table that measures itself by its content.
    tableLayout: 'fixed',
    padding: '32px 12px',
    font: `400 16px/1.6 ${SANS}`,
  },
  brand: { margin: 0, padding: '0 8px 16px', color: '#0b5f58', font: `600 22px/1.3 ${SERIF}` },
  card: {
    tableLayout: 'fixed',
    padding: '32px 28px 12px',
    backgroundColor: '#fffdf8',
    border: '1px solid #e7dcc6',
    borderTop: '3px solid #0f766e',
    borderRadius: '14px',
  },
  content: { color: '#2b2925', font: `400 16px/1.6 ${SANS}`, overflowWrap: 'anywhere' },
  footer: {
    margin: 0,
    padding: '12px 8px 0',
    color: '#655d50',
    font: `400 13px/1.5 ${SANS}`,
    textAlign: 'center',
  },
  link: { color: '#0b5f58', textDecoration: 'underline' },
} satisfies Record<string, CSSProperties>
