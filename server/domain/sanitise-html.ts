import sanitise from 'sanitize-html'
import { textBlocksOf } from './html-blocks.ts'

const BLOCKS = ['p', 'blockquote', 'ul', 'ol', 'li', 'h2', 'h3', 'h4']
const IMAGE_ADDRESS = /^\/api\/daily\/images\/[0-9A-Za-z][0-9A-Za-z._-]*$/
const LINK_ADDRESS = /^(?:https?:\/\/|mailto:)/i
const PIXELS = /^[1-9]\d{0,3}$/
/** Not on the list of allowed tags, so that what is made into it loses its tag and keeps its text. */
const NO_TAG = 'span'
const MAX_DEPTH = 20
const MAX_PASSES = 10

const OPTIONS: sanitise.IOptions = {
  allowedTags: [...BLOCKS, 'br', 'strong', 'em', 'u', 's', 'a', 'hr', 'img'],
  allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt', 'width', 'height'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: MAX_DEPTH,
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'iframe', 'noembed'],
    ...['noframes', 'template', 'title', 'svg', 'math', 'object', 'select', 'audio', 'video'],
  ],
  transformTags: {
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    b: 'strong',
    i: 'em',
    del: 's',
    strike: 's',
    div: 'p',
    section: 'p',
    article: 'p',
    tr: 'p',
    dt: 'p',
    dd: 'p',
    a: (_name, { href = '' }) => link(href.trim()),
    img: (_name, attributes) => image(attributes),
  },
  exclusiveFilter: ({ tag, text, mediaChildren }) =>
    BLOCKS.includes(tag) && text.trim() === '' && mediaChildren.length === 0,
}

/**
 * Keeps what the rich text of daily content, products and mails may hold, and nothing else:
 * paragraphs, lists, quotations, headings of levels 2 to 4, simple emphasis, links with a whole
 * address and our own images. No style, class, id or script.
 */
export function sanitiseHtml(html: string): string {
  let current = html
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const next = sanitise(current, OPTIONS).trim()
    // Broken nesting is mended step by step, until what is written is what would be read again.
    if (next === current) return next
    current = next
  }
  return asParagraphs(textOf(current))
}

/** The words of rich text without its marks; a blank line between blocks. */
export function plainTextOf(html: string): string {
  return textOf(sanitiseHtml(html))
}

function textOf(sanitisedHtml: string): string {
  return textBlocksOf(sanitisedHtml)
    .map(({ text }) => text.replace(/ *\n */g, '\n').trim())
    .join('\n\n')
}

function link(href: string): sanitise.Tag {
  if (!LINK_ADDRESS.test(href)) return { tagName: NO_TAG, attribs: {} }
  return { tagName: 'a', attribs: { href, rel: 'noopener noreferrer' } }
}

function image({ src = '', alt = '', width, height }: sanitise.Attributes): sanitise.Tag {
  if (!IMAGE_ADDRESS.test(src)) return { tagName: NO_TAG, attribs: {} }
  const attribs: sanitise.Attributes = { src, alt }
  if (width && PIXELS.test(width)) attribs.width = width
  if (height && PIXELS.test(height)) attribs.height = height
  return { tagName: 'img', attribs }
}

/** Text as HTML that shows it. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function asParagraphs(text: string): string {
  return text
    .split(/\n+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${escapeText(part)}</p>`)
    .join('')
}
