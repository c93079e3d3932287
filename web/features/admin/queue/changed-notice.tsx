import type { ReactElement } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface ChangedNoticeProps {
  /** 'story'. */
  noun: string
  onRead: () => void
}

/** The author changed an entry while it was open: read it again before deciding. */
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
