import sanitize from 'sanitize-html'
import { convertPastedHtml } from '#contract/pasted-html.ts'
import { isReadable } from '#contract/visible.ts'

const WHOLE_NUMBER = /^[1-9]\d{0,3}$/
const LINK_ADDRESS = /^(?:https?:\/\/[^\s/]|mailto:[^\s@]+@)/i
const MAX_DEPTH = 20
const MAX_PASSES = 10
/**
 * More than any editor or web page nests. The time to parse grows with the square of the number of
 * open elements.
 */
const MAX_OPEN_ELEMENTS = 200
/** Not an allowed tag, so an element turned into it loses its tag and keeps its text. */
const NO_TAG: sanitize.Tag = { tagName: 'span', attribs: {} }

/** The differences between the rich text of content and of emails. */
export interface RichTextRules {
  headings: readonly string[]
  /** Other heading levels, and what they are changed to. */
  renamedHeadings: Record<string, string>
  linkAttributes: readonly string[]
  /** Attributes of a link besides its address. */
  attributesOfLink: (given: sanitize.Attributes) => sanitize.Attributes
  /** Matches the paths of our own images; other images are removed. */
  imageAddress: RegExp
}

/**
 * The allow-list: paragraphs, lists, quotations, headings, simple emphasis, links with an absolute
 * address and our own images. Other tags are removed, and so is their text if it is not meant for
 * readers, such as a script.
 */
export function richTextOptions(rules: RichTextRules): sanitize.IOptions {
  const blocks = ['p', 'blockquote', 'ul', 'ol', 'li', ...rules.headings]
  return {
    allowedTags: [...blocks, 'br', 'strong', 'em', 'u', 's', 'a', 'hr', 'img'],
    allowedAttributes: {
      a: ['href', ...rules.linkAttributes],
      ol: ['start'],
      img: ['src', 'alt', 'width', 'height'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nestingLimit: MAX_DEPTH,
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'xmp',
      'noscript',
      'iframe',
      'noembed',
      'noframes',
      'template',
      'title',
      'svg',
      'math',
      'object',
      'select',
      'audio',
      'video',
    ],
    transformTags: {
      ...rules.renamedHeadings,
      b: 'strong',
      i: 'em',
      del: 's',
      strike: 's',
      div: 'p',
      section: 'p',
      article: 'p',
      dt: 'p',
      dd: 'p',
      ol: (_name, attributes) => numberedList(attributes),
      a: (_name, attributes) => link(attributes, rules),
      img: (_name, attributes) => image(attributes, rules),
    },
    exclusiveFilter: ({ tag, text, mediaChildren }) =>
      blocks.includes(tag) && !isReadable(text) && mediaChildren.length === 0,
  }
}

/**
 * Converts what other programs write, and sanitizes it, repeatedly until the output no longer
 * changes: broken nesting is repaired step by step.
 * `isStable` is false if it still changes after the last pass. Empty if nothing is left to read or
 * to look at.
 */
export function sanitizeFully(
  html: string,
  options: sanitize.IOptions,
): { html: string; isStable: boolean } {
  let current = html
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const next = sanitizeOnce(convertPastedHtml(current), options).trim()
    if (next === current) return { html: isSeen(next) ? next : '', isStable: true }
    current = next
  }
  return { html: current, isStable: false }
}

class TooDeep extends Error {}

/** Sanitizes in time that grows with the length alone: HTML that is nested too deeply becomes text. */
export function sanitizeOnce(html: string, options: sanitize.IOptions): string {
  let open = 0
  try {
    return sanitize(html, {
      ...options,
      onOpenTag: () => {
        open += 1
        if (open > MAX_OPEN_ELEMENTS) throw new TooDeep()
      },
      onCloseTag: () => {
        open -= 1
      },
    })
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
    return sanitize(html.replace(/<[^<>]*>/g, ' '), options)
  }
}

function isSeen(sanitized: string): boolean {
  return sanitized.includes('<img') || isReadable(sanitized.replace(/<[^>]*>/g, ''))
}

/** Whether a link works from anywhere: an absolute web address or a mailbox. */
export function isLinkAddress(address: string): boolean {
  return LINK_ADDRESS.test(address)
}

function link(attributes: sanitize.Attributes, rules: RichTextRules): sanitize.Tag {
  const href = attributes.href?.trim() ?? ''
  if (!isLinkAddress(href)) return NO_TAG
  return { tagName: 'a', attribs: { href, ...rules.attributesOfLink(attributes) } }
}

function numberedList({ start }: sanitize.Attributes): sanitize.Tag {
  return { tagName: 'ol', attribs: start && WHOLE_NUMBER.test(start) ? { start } : {} }
}

function image(attributes: sanitize.Attributes, { imageAddress }: RichTextRules): sanitize.Tag {
  const { src = '', alt = '', width, height } = attributes
  if (!imageAddress.test(src)) return NO_TAG
  const attribs: sanitize.Attributes = { src, alt }
  if (width && WHOLE_NUMBER.test(width)) attribs.width = width
  if (height && WHOLE_NUMBER.test(height)) attribs.height = height
  return { tagName: 'img', attribs }
}
