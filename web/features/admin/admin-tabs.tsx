import { type ComponentType, lazy } from 'react'
import { ActiveStoriesPanel } from '#web/features/admin/active-stories-panel.tsx'
import { GuidanceCount } from '#web/features/admin/guidance/guidance-count.tsx'
import { PendingStoriesPanel } from '#web/features/admin/pending-stories-panel.tsx'
import { WaitingCount } from '#web/features/admin/waiting-count.tsx'

const GuidancePanel = lazy(async () => {
  const { GuidancePanel } = await import('#web/features/admin/guidance/guidance-panel.tsx')
  return { default: GuidancePanel }
})
const DailyContentPanel = lazy(async () => {
  const { DailyContentPanel } = await import('#web/features/admin/daily/daily-content-panel.tsx')
  return { default: DailyContentPanel }
})
const UsersPanel = lazy(async () => {
  const { UsersPanel } = await import('#web/features/admin/users/users-panel.tsx')
  return { default: UsersPanel }
})
const WebsiteSettingsPanel = lazy(async () => {
  const { WebsiteSettingsPanel } = await import(
    '#web/features/admin/settings/website-settings-panel.tsx'
  )
  return { default: WebsiteSettingsPanel }
})
const EmailPanel = lazy(async () => {
  const { EmailPanel } = await import('#web/features/admin/email-panel.tsx')
  return { default: EmailPanel }
})
const ProductsPanel = lazy(async () => {
  const { ProductsPanel } = await import('#web/features/admin/products/products-panel.tsx')
  return { default: ProductsPanel }
})
const TriviaPanel = lazy(async () => {
  const { TriviaPanel } = await import('#web/features/admin/trivia/trivia-panel.tsx')
  return { default: TriviaPanel }
})

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
  { value: 'guidance', label: 'Guidance', Panel: GuidancePanel, Count: GuidanceCount },
  { value: 'daily-content', label: 'Daily Content', Panel: DailyContentPanel },
  { value: 'users', label: 'Users', Panel: UsersPanel },
  { value: 'website-settings', label: 'Settings', Panel: WebsiteSettingsPanel },
  { value: 'email', label: 'Email', Panel: EmailPanel },
  { value: 'products', label: 'Products', Panel: ProductsPanel },
  { value: 'trivia', label: 'Trivia', Panel: TriviaPanel },
]
