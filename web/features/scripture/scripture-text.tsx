import type { ReactElement } from 'react'
import { useMarks } from '#web/features/scripture/use-marks.tsx'

/** Plain text whose Bible references open their passage. */
export function ScriptureText({ text }: { text: string }): ReactElement {
  const { ref, passage } = useMarks(text)
  return (
    <>
      {/* The key recreates the element for a new text, because the marks split this one's text
          nodes. */}
      <span key={text} ref={ref}>
        {text}
      </span>
      {passage}
    </>
  )
}
