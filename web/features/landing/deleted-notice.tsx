import type { ReactElement } from 'react'
import { Notice } from '#web/ui/notice.tsx'

/** Where a member arrives who has deleted their account. */
export function DeletedNotice(): ReactElement {
  return (
    <div className="mx-auto max-w-prose px-4 pt-6">
      <Notice variant="success" title="Your account has been deleted">
        <p>Thank you for walking with us. You can come back at any time with a new account.</p>
      </Notice>
    </div>
  )
}
