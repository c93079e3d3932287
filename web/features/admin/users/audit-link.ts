import type { Right } from '#contract/rights.ts'
import type { AuditLogEntry } from '#contract/users.ts'
import type { AdminAddress } from '#web/features/admin/admin-pages.ts'

/** A link to the page that shows an entry's subject. */
export type AuditLink =
  | { to: '/flow'; search: { story: number } }
  | { to: AdminAddress }
  | { to: '/admin/users/$userId'; params: { userId: string } }
  | { to: '/admin/email/$mailingId'; params: { mailingId: string } }
  | { to: '/admin/guidance/$requestId'; params: { requestId: string } }
  | { to: '/admin/trivia/$questionId'; params: { questionId: string } }
  | { to: '/sfx-members' }

/** The page of each kind of subject. */
const PAGES: Readonly<Record<string, AdminAddress>> = {
  tag: '/admin/tags',
  prayer: '/admin/prayer',
  product: '/admin/products',
  purchase: '/admin/orders',
  payment: '/admin/orders',
  'till-record': '/admin/till',
  daily: '/admin/daily-content',
  trivia: '/admin/trivia',
  'trivia-question': '/admin/trivia',
  invitation: '/admin/joining',
  application: '/admin/joining',
  notice: '/admin/reports',
  'second-look': '/admin/second-looks',
  outbox: '/admin/email',
  'bounced-email': '/admin/email',
}

interface Reader {
  rights: readonly Right[]
  mayOpen: (address: AdminAddress) => boolean
}

/** The link for an entry; undefined if its subject was deleted or the reader may not open it. */
export function auditLink(
  entry: AuditLogEntry,
  { rights, mayOpen }: Reader,
): AuditLink | undefined {
  const { subjectType, subjectId, storyId } = entry
  if (storyId !== null) return { to: '/flow', search: { story: storyId } }
  if (subjectType === 'user' && subjectId) return userLink(subjectId, mayOpen)
  if (subjectType === 'live' || subjectType === 'live-recording') {
    return rights.includes('host') ? { to: '/sfx-members' } : undefined
  }
  if (subjectType === 'mailing' && subjectId) {
    return mayOpen('/admin/scheduled-emails')
      ? { to: '/admin/email/$mailingId', params: { mailingId: subjectId } }
      : undefined
  }
  if (subjectType === 'guidance' && subjectId) {
    return mayOpen('/admin/guidance')
      ? { to: '/admin/guidance/$requestId', params: { requestId: subjectId } }
      : undefined
  }
  if (subjectType === 'trivia-question' && subjectId && mayOpen('/admin/trivia')) {
    return { to: '/admin/trivia/$questionId', params: { questionId: subjectId } }
  }
  const page = PAGES[subjectType]
  return page && mayOpen(page) ? { to: page } : undefined
}

export function userLink(userId: string, mayOpen: Reader['mayOpen']): AuditLink | undefined {
  return mayOpen('/admin/users') ? { to: '/admin/users/$userId', params: { userId } } : undefined
}
