import { type ComponentType, lazy } from 'react'
import type { Right } from '#contract/rights.ts'
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

const TagsPanel = lazy(async () => {
  const { TagsPanel } = await import('#web/features/admin/tags/tags-panel.tsx')
  return { default: TagsPanel }
})

export interface AdminTab {
  /** Names the tab in the address. */
  value: string
  label: string
  /** Any of them opens the tab. */
  rights: readonly Right[]
  Panel: ComponentType
  /** What waits there, as a badge behind the label. */
  Count?: ComponentType
}

const STORIES: AdminTab = {
  value: 'stories',
  label: 'Stories',
  rights: ['stories'],
  Panel: PendingStoriesPanel,
  Count: WaitingCount,
}

/** The tabs in their order (administrator document, section 2). */
const ADMIN_TABS: readonly AdminTab[] = [
  STORIES,
  {
    value: 'active-stories',
    label: 'Active Stories',
    rights: ['stories'],
    Panel: ActiveStoriesPanel,
  },
  {
    value: 'guidance',
    label: 'Guidance',
    rights: ['guidance'],
    Panel: GuidancePanel,
    Count: GuidanceCount,
  },
  { value: 'daily-content', label: 'Daily Content', rights: ['daily'], Panel: DailyContentPanel },
  { value: 'users', label: 'Users', rights: ['people', 'keeper'], Panel: UsersPanel },
  {
    value: 'website-settings',
    label: 'Settings',
    rights: ['settings'],
    Panel: WebsiteSettingsPanel,
  },
  { value: 'email', label: 'Email', rights: ['mail', 'keeper'], Panel: EmailPanel },
  { value: 'products', label: 'Products', rights: ['treasurer'], Panel: ProductsPanel },
  { value: 'trivia', label: 'Trivia', rights: ['daily'], Panel: TriviaPanel },
  { value: 'tags', label: 'Tags', rights: ['stories'], Panel: TagsPanel },
]

/** Those that a member with these rights may open; the first one opens without a tab in the address. */
export function adminTabsFor(rights: readonly Right[]): AdminTab[] {
  return ADMIN_TABS.filter((tab) => tab.rights.some((right) => rights.includes(right)))
}
