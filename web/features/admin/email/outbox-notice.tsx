import type { ReactElement } from 'react'
import { useHasOutbox } from '#web/features/admin/email/use-has-outbox.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Shown where emails are written, so that nobody waits for replies to an email that was never sent. */
export function OutboxNotice(): ReactElement | null {
  if (!useHasOutbox()) return null
  return (
    <Notice title="Nothing leaves this server">
      <p>No email provider is set up. Emails you send here stay in the outbox. Nobody gets them.</p>
    </Notice>
  )
}
