import type { ReactElement } from 'react'
import { useMarks } from '#web/features/scripture/use-marks.tsx'

/** Plain text whose references to the Bible open their passage. */
export function ScriptureText({ text }: { text: string }): ReactElement {
  const { ref, passage } = useMarks(text)
  return (
    <>
      {/* Another text gets another element: this one's words are divided by the marks. */}
      <span key={text} ref={ref}>
        {text}
      </span>
      {passage}
    </>
  )
}
