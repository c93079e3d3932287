import type { QueryClient } from '@tanstack/react-query'
import { logicalDate } from '#contract/logical-date.ts'
import { factorsQuery } from '#web/features/accounts/factors/queries.ts'
import { type AdminTabName, adminTabOf, mayOpen } from '#web/features/admin/admin-pages.ts'
import { dailySettingsQuery, overviewQuery } from '#web/features/admin/daily/queries.ts'
import { eventsQuery, healthQuery as mailHealthQuery } from '#web/features/admin/email/queries.ts'
import { adminGuidanceQuery } from '#web/features/admin/guidance/queries.ts'
import { joiningSettingsQuery } from '#web/features/admin/joining/queries.ts'
import { backupsQuery, checksQuery, connectionsQuery } from '#web/features/admin/keeper/queries.ts'
import { adminProductsQuery, healthQuery } from '#web/features/admin/products/queries.ts'
import { activeStoriesQuery } from '#web/features/admin/queries.ts'
import {
  heldQuery,
  pendingStoriesQuery,
  reportsQuery,
  waitingPrayersQuery,
  waitingTranscriptsQuery,
} from '#web/features/admin/queue/queries.ts'
import { freshSettingsQuery } from '#web/features/admin/settings/queries.ts'
import { managedTagsQuery } from '#web/features/admin/tags/queries.ts'
import { todayQuery } from '#web/features/admin/today/queries.ts'
import { bankQuery, todaysQuestionQuery } from '#web/features/admin/trivia/queries.ts'
import { tagsQuery } from '#web/features/stories/queries.ts'
import { type MemberLoad, pageIn } from '#web/lib/load.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { siteSettingsQuery } from '#web/lib/site-settings.ts'

/**
 * Reads what an admin page shows first. Lists of people and payments are left to the page: the audit
 * log records each time one is opened.
 */
export async function loadAdmin({ client, user, now, search }: MemberLoad): Promise<void> {
  const named = adminTabOf(search)
  const tab = mayOpen(named, user.rights) ? named : 'today'
  await Promise.all([loadAdminFrame(client), loadPanel(tab, { client, now, search })])
}

/** Reads what every admin page shows around its panel. */
export async function loadAdminFrame(client: QueryClient): Promise<void> {
  await Promise.all([prefetch(client, todayQuery), prefetch(client, factorsQuery)])
}

async function loadPanel(
  tab: AdminTabName,
  { client, now, search }: Pick<MemberLoad, 'client' | 'now' | 'search'>,
): Promise<void> {
  const page = pageIn(search)
  const q = typeof search.q === 'string' ? search.q : ''
  const isFirstPart = search.part === undefined
  const { timeZone } = await client.ensureQueryData(siteSettingsQuery)
  const today = logicalDate(now, timeZone)
  switch (tab) {
    case 'stories':
      await Promise.all([prefetch(client, pendingStoriesQuery), client.prefetchQuery(tagsQuery)])
      return
    case 'reports':
      return prefetch(client, reportsQuery)
    case 'replies':
      return prefetch(client, heldQuery)
    case 'prayer':
      return prefetch(client, waitingPrayersQuery)
    case 'transcripts':
      return prefetch(client, waitingTranscriptsQuery)
    case 'active-stories':
      return prefetch(client, activeStoriesQuery({ page, q }))
    case 'guidance':
      return isFirstPart
        ? prefetch(client, adminGuidanceQuery({ filter: 'waiting', page }))
        : undefined
    case 'daily-content':
      await Promise.all([
        prefetch(client, overviewQuery(today)),
        prefetch(client, dailySettingsQuery),
      ])
      return
    case 'trivia':
      await Promise.all([
        prefetch(client, todaysQuestionQuery(today)),
        isFirstPart ? prefetch(client, bankQuery({ page, q, subject: undefined })) : undefined,
      ])
      return
    case 'tags':
      return prefetch(client, managedTagsQuery)
    case 'joining':
      return prefetch(client, joiningSettingsQuery)
    case 'products':
      await Promise.all([prefetch(client, adminProductsQuery), prefetch(client, healthQuery)])
      return
    case 'email':
      await Promise.all([
        prefetch(client, mailHealthQuery),
        isFirstPart ? prefetch(client, eventsQuery(page)) : undefined,
      ])
      return
    case 'website-settings':
      return prefetch(client, freshSettingsQuery)
    case 'connections':
      return prefetch(client, connectionsQuery)
    case 'keeper':
      await Promise.all([prefetch(client, checksQuery), prefetch(client, backupsQuery)])
      return
    case 'today':
    case 'users':
      return
  }
}
