import type { ReactElement } from 'react'
import { useHasOutbox } from '#web/features/admin/email/use-has-outbox.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Said where emails are written, so that nobody waits for answers to what never left. */
export function OutboxNotice(): ReactElement | null {
  if (!useHasOutbox()) return null
  return (
    <Notice title="Nothing leaves this server">
      <p>No email provider is set up. What you send here stays in the outbox and reaches nobody.</p>
    </Notice>
  )
}
