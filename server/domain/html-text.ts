import { convert } from 'html-to-text'

/**
 * The plain text of an email's rich text: addresses follow their links, alternative texts replace
 * images.
 */
export function htmlText(html: string): string {
  return convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
      ...['h1', 'h2', 'h3'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'img', format: 'alternative' },
    ],
    formatters: {
      alternative: ({ attribs }, _walk, builder) => {
        if (attribs.alt) builder.addInline(`[${attribs.alt}]`)
      },
    },
  }).trim()
}
