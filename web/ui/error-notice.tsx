import type { ReactElement } from 'react'
import { sentenceOf } from '#web/lib/api.ts'
import { Notice } from '#web/ui/notice.tsx'

interface ErrorNoticeProps {
  /** What failed: 'Failed to save settings'. */
  title: string
  error: Error | null
}

/** The error above or below a form that couldn't be sent. Renders nothing without an error. */
export function ErrorNotice({ title, error }: ErrorNoticeProps): ReactElement | null {
  if (!error) return null
  return (
    <Notice variant="error" title={title}>
      <p>{sentenceOf(error)}</p>
    </Notice>
  )
}
