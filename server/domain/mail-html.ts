import sanitize from 'sanitize-html'
import { isRightToLeft } from '#contract/direction.ts'
import { isReadable } from '#contract/visible.ts'
import { BUTTON_STYLE, LIGHT, quoteStyle, SERIF } from './email-palette.ts'
import { isLinkAddress, richTextOptions, sanitizeFully, sanitizeOnce } from './rich-text-rules.ts'

/** The class that makes a link a button: `<a class="button" href="https://…">Read more</a>`. */
const BUTTON = 'button'

const OPTIONS = richTextOptions({
  headings: ['h1', 'h2', 'h3'],
  renamedHeadings: { h4: 'h3', h5: 'h3', h6: 'h3' },
  linkAttributes: ['class'],
  attributesOfLink: ({ class: classes = '' }): Record<string, string> =>
    classes.split(/\s+/).includes(BUTTON) ? { class: BUTTON } : {},
  imageAddress: /^\/api\/(?:email-images|daily\/images|images)\/[0-9a-f]{64}\.webp$/,
})

/**
 * Keeps what a mailing may contain: paragraphs, lists, quotations, headings of levels 1 to 3,
 * simple emphasis, links with an absolute address, buttons, and our own images by path. Styles, ids
 * and scripts are removed.
 */
export function sanitizeMail(html: string): string {
  const sanitized = sanitizeFully(html, OPTIONS)
  if (sanitized.isStable) return sanitized.html
  return sanitize(sanitized.html, { allowedTags: [], allowedAttributes: {} })
}

/** Mistakes that the author of an email can fix. */
export interface MailMistakes {
  /** Links without text or without a valid address. */
  emptyLinks: number
  /** Images without an alternative text. */
  missingAlts: number
}

/** Finds mistakes in the original HTML, before sanitizing hides some of them. */
export function findMistakes(html: string): MailMistakes {
  const mistakes: MailMistakes = { emptyLinks: 0, missingAlts: 0 }
  sanitizeOnce(html, {
    ...OPTIONS,
    allowedAttributes: { a: ['href'], img: ['src', 'alt'] },
    transformTags: {},
    exclusiveFilter: ({ tag, attribs, text, mediaChildren }) => {
      if (tag === 'a') {
        const leads = isLinkAddress((attribs.href ?? '').trim())
        const shows = isReadable(text) || mediaChildren.length > 0
        if (!leads || !shows) mistakes.emptyLinks += 1
      }
      if (tag === 'img' && (attribs.alt ?? '').trim() === '') mistakes.missingAlts += 1
      return false
    },
  })
  return mistakes
}

/** Width of the card's content in pixels. */
const INNER_WIDTH = 542

/**
 * Email programs often drop style sheets, so each element gets its style inline. Each paragraph has
 * the direction of its first letter; `side` is where the lines of the whole begin.
 */
const stylesFor = (side: 'left' | 'right'): Record<string, string> => ({
  p: `margin:0 0 20px;color:${LIGHT.ink};unicode-bidi:plaintext`,
  h1: `margin:0 0 18px;color:${LIGHT.ink};font:600 28px/1.25 ${SERIF};unicode-bidi:plaintext`,
  h2: `margin:28px 0 14px;color:${LIGHT.ink};font:600 23px/1.3 ${SERIF};unicode-bidi:plaintext`,
  h3: `margin:24px 0 10px;color:${LIGHT.ink};font:600 19px/1.35 ${SERIF};unicode-bidi:plaintext`,
  ul: `margin:0 0 20px;padding:0;padding-${side}:24px;color:${LIGHT.ink}`,
  ol: `margin:0 0 20px;padding:0;padding-${side}:24px;color:${LIGHT.ink}`,
  li: `margin:0 0 8px;color:${LIGHT.ink};unicode-bidi:plaintext`,
  blockquote: quoteStyle(side),
  hr: `margin:28px 0;border:0;border-top:1px solid ${LIGHT.line}`,
})
const LINK_STYLE = `color:${LIGHT.link};text-decoration:underline;overflow-wrap:anywhere`
const IMAGE_STYLE =
  'display:block;max-width:100%;height:auto;margin:0 0 20px;border:0;border-radius:8px'

/** Classes that the style sheet for dark themes recolors. */
const DARK_CLASSES: Record<string, string> = { blockquote: 'ink quote', hr: 'line' }

/**
 * Turns sanitized email content into what is sent, with inline styles and absolute addresses.
 *
 * @param origin the site's, without a trailing slash
 */
export function styleMail(sanitizedHtml: string, origin: string): string {
  const words = sanitizedHtml.replace(/<[^>]*>/g, ' ')
  const styles = stylesFor(isRightToLeft(words) ? 'right' : 'left')
  const styled = Object.entries(styles).map(([tag, style]) => [
    tag,
    (_name: string, { start }: sanitize.Attributes): sanitize.Tag => ({
      tagName: tag,
      attribs: { class: DARK_CLASSES[tag] ?? 'ink', style, ...(start && { start }) },
    }),
  ])
  const styledHtml = sanitize(withoutInnerParagraphs(sanitizedHtml), {
    allowedTags: OPTIONS.allowedTags,
    allowedAttributes: {
      '*': ['class', 'style'],
      a: ['href'],
      ol: ['start'],
      img: ['src', 'alt', 'width'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    parseStyleAttributes: false,
    transformTags: {
      ...Object.fromEntries(styled),
      a: (_name, { href = '', class: name }) =>
        name === BUTTON
          ? { tagName: 'a', attribs: { href, class: BUTTON, style: BUTTON_STYLE } }
          : { tagName: 'a', attribs: { href, class: 'link', style: LINK_STYLE } },
      img: (_name, { src = '', alt = '', width }) => ({
        tagName: 'img',
        attribs: {
          src: `${origin}${src}`,
          alt,
          ...(width && { width: String(Math.min(Number(width), INNER_WIDTH)) }),
          style: IMAGE_STYLE,
        },
      }),
    },
  })
  return withoutTopMargin(styledHtml)
}

/**
 * Removes the paragraphs that the editor puts inside list items and quotations: their margins would
 * space out lists and leave a gap under quotations.
 */
function withoutInnerParagraphs(sanitizedHtml: string): string {
  return sanitizedHtml
    .replace(/<li><p>((?:(?!<\/?p>).)*)<\/p>/gs, '<li>$1')
    .replace(
      /<blockquote><p>((?:(?!<\/?p>).)*)<\/p><\/blockquote>/gs,
      '<blockquote>$1</blockquote>',
    )
}

/** Removes the first heading's top margin: the card has its own padding. */
function withoutTopMargin(styledHtml: string): string {
  return styledHtml.replace(/^(<h[23] class="ink" style="margin:)\d+px/, '$10')
}
