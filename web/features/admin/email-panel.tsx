import type { ComponentType, ReactElement } from 'react'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { ActivityPart } from '#web/features/admin/email/activity-part.tsx'
import { BouncedPart } from '#web/features/admin/email/bounced-part.tsx'
import { BroadcastPart } from '#web/features/admin/email/broadcast-part.tsx'
import { OutboxPart } from '#web/features/admin/email/outbox-part.tsx'
import { SettingsPart } from '#web/features/admin/email/settings-part.tsx'
import { TabRow, Tabs, TabsContent } from '#web/ui/tabs.tsx'

interface EmailPart {
  /** Names it in the address. */
  value: string
  label: string
  Part: ComponentType
}

const FIRST_PART: EmailPart = { value: 'activity', label: 'Email Activity', Part: ActivityPart }

/** The parts of the tab (administrator document, section 2), and the mails that nobody sent. */
const PARTS: readonly EmailPart[] = [
  FIRST_PART,
  { value: 'broadcast', label: 'Email Broadcast', Part: BroadcastPart },
  { value: 'bounced', label: 'Bounced addresses', Part: BouncedPart },
  { value: 'outbox', label: 'Outbox', Part: OutboxPart },
  { value: 'settings', label: 'Email settings', Part: SettingsPart },
]

/** What goes out by mail, and what became of it. */
export function EmailPanel(): ReactElement {
  const { part, openPart } = useAdminAddress()
  const open = PARTS.find(({ value }) => value === part) ?? FIRST_PART
  return (
    <Tabs
      value={open.value}
      onValueChange={(value) => openPart(value === FIRST_PART.value ? undefined : value)}
    >
      <TabRow label="Email" tabs={PARTS} value={open.value} />
      <TabsContent value={open.value}>
        <open.Part />
      </TabsContent>
    </Tabs>
  )
}
