import type { ReactElement } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface ChangedNoticeProps {
  /** The noun for the entry, such as 'story'. */
  noun: string
  onRead: () => void
}

/** Says that the author changed an entry while it was open, so it must be read again. */
export function ChangedNotice({ noun, onRead }: ChangedNoticeProps): ReactElement {
  return (
    <Notice title={`The author changed this ${noun}`}>
      <p>Read it again before you decide.</p>
      <Button variant="outline" size="sm" className="mt-3" onClick={onRead}>
        I’ve read it
      </Button>
    </Notice>
  )
}
