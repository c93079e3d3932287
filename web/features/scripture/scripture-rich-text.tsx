import type { ReactElement, RefObject } from 'react'
import { useMarks } from '#web/features/scripture/scripture-text.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

interface ScriptureRichTextProps {
  /** Sanitized by the server, and again here. */
  html: string
}

/**
 * Formatted text whose Bible references open their passage. The passages are prefetched, so that
 * this also works offline.
 */
export function ScriptureRichText({ html }: ScriptureRichTextProps): ReactElement {
  const { ref, passage } = useMarks(html, { readsAhead: true })
  return (
    // The cast is safe because the hook works with any element.
    <div ref={ref as RefObject<HTMLDivElement | null>}>
      <RichText html={html} />
      {passage}
    </div>
  )
}
