import DOMPurify from 'dompurify'
import type { ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'

/** The tags and attributes that the server allows. */
const ALLOWED = {
  ALLOWED_TAGS: [
    'p',
    'br',
    'strong',
    'em',
    'u',
    's',
    'blockquote',
    'ul',
    'ol',
    'li',
    'h2',
    'h3',
    'h4',
    'hr',
    'a',
    'img',
  ],
  ALLOWED_ATTR: ['href', 'src', 'alt', 'width', 'height', 'start', 'rel', 'target'],
}

interface RichTextProps {
  /** Sanitized by the server, and again here. */
  html: string
  className?: string
}

/** Shows formatted text with the site's typography. */
export function RichText({ html, className }: RichTextProps): ReactElement {
  const clean = import.meta.env.SSR ? cleanOnServer(html) : DOMPurify.sanitize(html, ALLOWED)
  const text = { dir: 'auto', className: cn('prose-text', className) }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is sanitized above.
  return <div {...text} dangerouslySetInnerHTML={{ __html: clean }} />
}

/** Removes unsafe parts of formatted text while the server renders a page; DOMPurify needs a browser. */
let clean = (_html: string): string => ''

export function setCleaner(next: (html: string) => string): void {
  clean = next
}

function cleanOnServer(html: string): string {
  return clean(html)
}
