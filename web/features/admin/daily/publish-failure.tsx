import type { ReactElement } from 'react'
import { sentenceOf } from '#web/lib/api.ts'
import { Notice } from '#web/ui/notice.tsx'

/** The error shown above a form or draft that couldn't be published. */
export function PublishFailure({ error }: { error: Error | null }): ReactElement | null {
  if (!error) return null
  return (
    <Notice variant="error" title="Failed to save content">
      <p>{sentenceOf(error)}</p>
    </Notice>
  )
}
