import type { ReactElement, RefObject } from 'react'
import { useMarks } from '#web/features/scripture/use-marks.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

interface ScriptureRichTextProps {
  /** Sanitised by the server, and again here. */
  html: string
}

/**
 * Formatted text whose references to the Bible open their passage, also without a connection: the
 * passages are read ahead.
 */
export function ScriptureRichText({ html }: ScriptureRichTextProps): ReactElement {
  const { ref, passage } = useMarks(html, { readsAhead: true })
  return (
    // The hook works with any element.
    <div ref={ref as RefObject<HTMLDivElement | null>}>
      <RichText html={html} />
      {passage}
    </div>
  )
}
