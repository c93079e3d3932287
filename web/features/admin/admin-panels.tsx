import { type ComponentType, lazy } from 'react'
import { ActiveStoriesPanel } from '#web/features/admin/active-stories-panel.tsx'
import type { AdminTabName } from '#web/features/admin/admin-titles.ts'
import { HeldPanel } from '#web/features/admin/queue/held-panel.tsx'
import { ReportsPanel } from '#web/features/admin/queue/reports-panel.tsx'
import { StoriesPanel } from '#web/features/admin/queue/stories-panel.tsx'
import { TodayPanel } from '#web/features/admin/today/today-panel.tsx'

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
const JoiningPanel = lazy(async () => {
  const { JoiningPanel } = await import('#web/features/admin/joining/joining-panel.tsx')
  return { default: JoiningPanel }
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

const PrayerPanel = lazy(async () => {
  const { PrayerPanel } = await import('#web/features/admin/prayer/prayer-panel.tsx')
  return { default: PrayerPanel }
})
const TranscriptsPanel = lazy(async () => {
  const { TranscriptsPanel } = await import('#web/features/admin/transcripts/transcripts-panel.tsx')
  return { default: TranscriptsPanel }
})
const TagsPanel = lazy(async () => {
  const { TagsPanel } = await import('#web/features/admin/tags/tags-panel.tsx')
  return { default: TagsPanel }
})
const KeeperPanel = lazy(async () => {
  const { KeeperPanel } = await import('#web/features/admin/keeper/keeper-panel.tsx')
  return { default: KeeperPanel }
})

/** The component of each admin page. */
export const ADMIN_PANELS: Record<AdminTabName, ComponentType> = {
  today: TodayPanel,
  stories: StoriesPanel,
  reports: ReportsPanel,
  replies: HeldPanel,
  prayer: PrayerPanel,
  transcripts: TranscriptsPanel,
  'active-stories': ActiveStoriesPanel,
  guidance: GuidancePanel,
  'daily-content': DailyContentPanel,
  trivia: TriviaPanel,
  tags: TagsPanel,
  users: UsersPanel,
  joining: JoiningPanel,
  products: ProductsPanel,
  email: EmailPanel,
  'website-settings': WebsiteSettingsPanel,
  keeper: KeeperPanel,
}
