import { useSearch } from '@tanstack/react-router'
import type { ComponentType, ReactElement } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { ActiveStoriesPanel } from '#web/features/admin/active-stories-panel.tsx'
import { AdminFrame } from '#web/features/admin/admin-frame.tsx'
import {
  ADMIN_TITLES,
  type AdminTabName,
  adminTabOf,
  mayOpen,
  PAGES_OF_PARTS,
} from '#web/features/admin/admin-pages.ts'
import { HeldPanel } from '#web/features/admin/queue/held-panel.tsx'
import { ReportsPanel } from '#web/features/admin/queue/reports-panel.tsx'
import { StoriesPanel } from '#web/features/admin/queue/stories-panel.tsx'
import { TodayPanel } from '#web/features/admin/today/today-panel.tsx'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function AdminPage(): ReactElement {
  const { rights } = useMember()
  const named = adminTabOf(useSearch({ from: '/admin' }))
  const tab = mayOpen(named, rights) ? named : 'today'
  const Panel = ADMIN_PANELS[tab]
  return (
    <AdminFrame header={<h1>Admin Dashboard</h1>} isFirstPage={tab === 'today'}>
      {PAGES_OF_PARTS.has(tab) ? <h2>{ADMIN_TITLES[tab]}</h2> : null}
      <Panel key={tab} />
    </AdminFrame>
  )
}

const LOADING = <Skeleton className="h-96 rounded-xl" />

/** The component of each admin page. */
const ADMIN_PANELS: Record<AdminTabName, ComponentType> = {
  today: TodayPanel,
  stories: StoriesPanel,
  reports: ReportsPanel,
  replies: HeldPanel,
  prayer: onDemand(
    () => import('#web/features/admin/prayer/prayer-panel.tsx'),
    'PrayerPanel',
    LOADING,
  ),
  transcripts: onDemand(
    () => import('#web/features/admin/transcripts/transcripts-panel.tsx'),
    'TranscriptsPanel',
    LOADING,
  ),
  'active-stories': ActiveStoriesPanel,
  guidance: onDemand(
    () => import('#web/features/admin/guidance/requests-panel.tsx'),
    'RequestsPanel',
    LOADING,
  ),
  'daily-content': onDemand(
    () => import('#web/features/admin/daily/daily-content-panel.tsx'),
    'DailyContentPanel',
    LOADING,
  ),
  trivia: onDemand(
    () => import('#web/features/admin/trivia/trivia-panel.tsx'),
    'TriviaPanel',
    LOADING,
  ),
  tags: onDemand(() => import('#web/features/admin/tags/tags-panel.tsx'), 'TagsPanel', LOADING),
  users: onDemand(() => import('#web/features/admin/users/users-panel.tsx'), 'UsersPanel', LOADING),
  joining: onDemand(
    () => import('#web/features/admin/joining/joining-panel.tsx'),
    'JoiningPanel',
    LOADING,
  ),
  products: onDemand(
    () => import('#web/features/admin/products/products-panel.tsx'),
    'ProductsPanel',
    LOADING,
  ),
  email: onDemand(() => import('#web/features/admin/email/email-panel.tsx'), 'EmailPanel', LOADING),
  'website-settings': onDemand(
    () => import('#web/features/admin/settings/website-settings-panel.tsx'),
    'WebsiteSettingsPanel',
    LOADING,
  ),
  connections: onDemand(
    () => import('#web/features/admin/keeper/connections-panel.tsx'),
    'ConnectionsPanel',
    LOADING,
  ),
  keeper: onDemand(
    () => import('#web/features/admin/keeper/keeper-panel.tsx'),
    'KeeperPanel',
    LOADING,
  ),
}
