import type { ComponentType, ReactElement } from 'react'
import type { Right } from '#contract/rights.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { ActivityPart } from '#web/features/admin/email/activity-part.tsx'
import { BouncedPart } from '#web/features/admin/email/bounced-part.tsx'
import { BroadcastPart } from '#web/features/admin/email/broadcast-part.tsx'
import { useHasOutbox } from '#web/features/admin/email/outbox-notice.tsx'
import { OutboxPart } from '#web/features/admin/email/outbox-part.tsx'
import {
  eventsQuery,
  healthQuery,
  latestBroadcastsQuery,
} from '#web/features/admin/email/queries.ts'
import { SettingsPart } from '#web/features/admin/email/settings-part.tsx'
import { PartTabs } from '#web/features/admin/kit/part-tabs.tsx'
import { prefetch } from '#web/lib/prefetch.ts'

interface EmailPart {
  /** Its name in the address. */
  value: string
  label: string
  right: Right
  Part: ComponentType
}

/** The parts of the tab (administrator document, section 2), with the outbox and the settings. Writing comes first. */
const PARTS: readonly EmailPart[] = [
  { value: 'broadcast', label: 'Email Broadcast', right: 'mail', Part: BroadcastPart },
  { value: 'bounced', label: 'Bounced addresses', right: 'mail', Part: BouncedPart },
  { value: 'outbox', label: 'Unsent emails', right: 'keeper', Part: OutboxPart },
  { value: 'settings', label: 'Email settings', right: 'mail', Part: SettingsPart },
  { value: 'activity', label: 'Email Activity', right: 'mail', Part: ActivityPart },
]

export async function loadEmail({
  client,
  search: { part, page = 1 },
}: AdminLoad<{ part?: string; page?: number }>): Promise<void> {
  await Promise.all([
    prefetch(client, healthQuery),
    part === 'activity'
      ? prefetch(client, eventsQuery(page))
      : prefetch(client, latestBroadcastsQuery),
  ])
}

/** The Email tab: broadcasts, bounced addresses, the outbox, settings and delivery events. */
export function EmailPanel(): ReactElement {
  const { rights } = useMember()
  const hasOutbox = useHasOutbox()
  // The outbox is shown until the provider is known, so that links to it work.
  const mayHave = (value: string): boolean => value !== 'outbox' || hasOutbox !== false
  const parts = PARTS.filter(({ value, right }) => rights.includes(right) && mayHave(value))
  return (
    <PartTabs label="Email" parts={parts}>
      {({ Part }) => <Part />}
    </PartTabs>
  )
}
