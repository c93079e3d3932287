import sanitise from 'sanitize-html'
import { BUTTON_STYLE, LIGHT, QUOTE_STYLE, SERIF } from './email-palette.ts'
import { isLinkAddress, richTextOptions, sanitiseFully } from './rich-text-rules.ts'

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
 * Keeps what a mailing may hold: paragraphs, lists, quotations, headings of levels 1 to 3, simple
 * emphasis, links with a whole address, buttons, and our own images by their path. No style, id or
 * script.
 */
export function sanitiseMail(html: string): string {
  const sanitised = sanitiseFully(html, OPTIONS)
  if (sanitised.isStable) return sanitised.html
  return sanitise(sanitised.html, { allowedTags: [], allowedAttributes: {} })
}

/** Mistakes that the writer of a mail can mend. */
export interface MailMistakes {
  /** Links without words, or that lead nowhere. */
  emptyLinks: number
  /** Images of ours without an alternative text. */
  missingAlts: number
}

/** Looks for mistakes in what was written, before sanitising hides some of them. */
export function findMistakes(html: string): MailMistakes {
  const mistakes: MailMistakes = { emptyLinks: 0, missingAlts: 0 }
  sanitise(html, {
    ...OPTIONS,
    allowedAttributes: { a: ['href'], img: ['src', 'alt'] },
    transformTags: {},
    exclusiveFilter: ({ tag, attribs, text, mediaChildren }) => {
      if (tag === 'a') {
        const leads = isLinkAddress((attribs.href ?? '').trim())
        const shows = text.trim() !== '' || mediaChildren.length > 0
        if (!leads || !shows) mistakes.emptyLinks += 1
      }
      if (tag === 'img' && (attribs.alt ?? '').trim() === '') mistakes.missingAlts += 1
      return false
    },
  })
  return mistakes
}

/** Pixels between the edges of the card. */
const INNER_WIDTH = 542

/** Mail programs often drop style sheets, so that each element carries its style itself. */
const STYLES: Record<string, string> = {
  p: `margin:0 0 20px;color:${LIGHT.ink}`,
  h1: `margin:0 0 18px;color:${LIGHT.ink};font:600 28px/1.25 ${SERIF}`,
  h2: `margin:28px 0 14px;color:${LIGHT.ink};font:600 23px/1.3 ${SERIF}`,
  h3: `margin:24px 0 10px;color:${LIGHT.ink};font:600 19px/1.35 ${SERIF}`,
  ul: `margin:0 0 20px;padding:0 0 0 24px;color:${LIGHT.ink}`,
  ol: `margin:0 0 20px;padding:0 0 0 24px;color:${LIGHT.ink}`,
  li: `margin:0 0 8px;color:${LIGHT.ink}`,
  blockquote: QUOTE_STYLE,
  hr: `margin:28px 0;border:0;border-top:1px solid ${LIGHT.line}`,
}
const LINK_STYLE = `color:${LIGHT.link};text-decoration:underline;overflow-wrap:anywhere`
const IMAGE_STYLE =
  'display:block;max-width:100%;height:auto;margin:0 0 20px;border:0;border-radius:8px'

/** The classes by which the style sheet for dark themes finds what it recolours. */
const DARK_CLASSES: Record<string, string> = { blockquote: 'ink quote', hr: 'line' }

/**
 * Sanitised mail content as it is sent: with inline styles and whole addresses.
 *
 * @param origin the site's, without a slash at its end
 */
export function styleMail(sanitisedHtml: string, origin: string): string {
  const styled = Object.entries(STYLES).map(([tag, style]) => [
    tag,
    (): sanitise.Tag => ({ tagName: tag, attribs: { class: DARK_CLASSES[tag] ?? 'ink', style } }),
  ])
  const styledHtml = sanitise(withoutInnerParagraphs(sanitisedHtml), {
    allowedTags: OPTIONS.allowedTags,
    allowedAttributes: {
      '*': ['class', 'style'],
      a: ['href'],
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
 * An editor puts the words of each list item and quotation into a paragraph, whose margin would tear
 * lists apart and leave a gap under quotations.
 */
function withoutInnerParagraphs(sanitisedHtml: string): string {
  return sanitisedHtml
    .replace(/<li><p>((?:(?!<\/?p>).)*)<\/p>/gs, '<li>$1')
    .replace(
      /<blockquote><p>((?:(?!<\/?p>).)*)<\/p><\/blockquote>/gs,
      '<blockquote>$1</blockquote>',
    )
}

/** The card has its own space at the top. */
function withoutTopMargin(styledHtml: string): string {
  return styledHtml.replace(/^(<h[23] class="ink" style="margin:)\d+px/, '$10')
}
