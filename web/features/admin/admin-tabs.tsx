import type { ComponentType } from 'react'
import { ActiveStoriesPanel } from '#web/features/admin/active-stories-panel.tsx'
import { EmailPanel } from '#web/features/admin/email-panel.tsx'
import { PendingStoriesPanel } from '#web/features/admin/pending-stories-panel.tsx'
import { WaitingCount } from '#web/features/admin/waiting-count.tsx'

export interface AdminTab {
  /** Names the tab in the address. */
  value: string
  label: string
  Panel: ComponentType
  /** What waits there, as a badge behind the label. */
  Count?: ComponentType
}

/** Opens without a tab in the address, and for one that does not exist. */
export const FIRST_TAB: AdminTab = {
  value: 'stories',
  label: 'Stories',
  Panel: PendingStoriesPanel,
  Count: WaitingCount,
}

/** The tabs in their order (administrator document, section 2). */
export const ADMIN_TABS: readonly AdminTab[] = [
  FIRST_TAB,
  { value: 'active-stories', label: 'Active Stories', Panel: ActiveStoriesPanel },
  { value: 'email', label: 'Email', Panel: EmailPanel },
]
