import type { Right } from '#contract/rights.ts'
import type { AuditLogEntry } from '#contract/users.ts'
import { mayOpen } from '#web/features/admin/admin-rights.ts'
import type { AdminTabName } from '#web/features/admin/admin-titles.ts'

/** A link to the page that shows an entry's subject. */
export type AuditLink =
  | { to: '/flow'; search: { story: number } }
  | { to: '/admin'; search: { tab: AdminTabName; part?: string; item?: number; user?: string } }
  | { to: '/admin/scheduled-emails' }
  | { to: '/sfx-members' }

/** The page of each kind of subject. */
const TABS: Readonly<Record<string, { tab: AdminTabName; part?: string }>> = {
  tag: { tab: 'tags' },
  guidance: { tab: 'guidance' },
  prayer: { tab: 'prayer' },
  product: { tab: 'products' },
  purchase: { tab: 'products', part: 'orders' },
  payment: { tab: 'products', part: 'orders' },
  'till-record': { tab: 'products', part: 'till' },
  daily: { tab: 'daily-content' },
  trivia: { tab: 'trivia' },
  'trivia-question': { tab: 'trivia' },
  invitation: { tab: 'joining' },
  application: { tab: 'joining' },
  outbox: { tab: 'email' },
  'bounced-email': { tab: 'email' },
  user: { tab: 'users' },
}

/** The link for an entry; undefined if its subject was deleted or the reader may not open it. */
export function auditLink(entry: AuditLogEntry, rights: readonly Right[]): AuditLink | undefined {
  const { subjectType, subjectId, storyId } = entry
  if (storyId !== null) return { to: '/flow', search: { story: storyId } }
  if (subjectType === 'user' && subjectId) return userLink(subjectId, rights)
  if (subjectType === 'mailing') {
    return mayOpen('/admin/scheduled-emails', rights)
      ? { to: '/admin/scheduled-emails' }
      : undefined
  }
  if (subjectType === 'live' || subjectType === 'live-recording') {
    return mayOpen('/sfx-members', rights) ? { to: '/sfx-members' } : undefined
  }
  const page = TABS[subjectType]
  return page && mayOpen(page.tab, rights) ? { to: '/admin', search: page } : undefined
}

/** The link to a profile; undefined without the right `people`. */
export function userLink(id: string, rights: readonly Right[]): AuditLink | undefined {
  return rights.includes('people')
    ? { to: '/admin', search: { tab: 'users', user: id } }
    : undefined
}
