import type { Search } from '#web/lib/search.ts'

/** The pages that have another name than they had as tabs of `/admin`. */
const MOVED: Readonly<Record<string, string>> = {
  today: '',
  'stories/reports': '/reports',
  'users/members': '/users',
  'users/team': '/team',
  'users/audit': '/audit-log',
  'products/orders': '/orders',
  'products/subscribers': '/subscribers',
  'products/till': '/till',
  'website-settings': '/settings',
  keeper: '/backups',
}

/**
 * The new address of a page that was a tab: bookmarks, emails and other people's documents still have
 * `/admin?tab=…`. Undefined for every other address.
 */
export function movedAddress(location: { pathname: string; search: Search }): string | undefined {
  const { tab, user, ...rest } = location.search
  if (location.pathname !== '/admin' || typeof tab !== 'string') return undefined
  if (tab === 'users' && typeof user === 'string') return `/admin/users/${encodeURIComponent(user)}`
  const path = MOVED[`${tab}/${rest.part}`]
  if (path !== undefined) rest.part = undefined
  const { part, q } = rest
  if (tab === 'trivia') Object.assign(rest, { part: undefined, subject: part })
  if (path === '/audit-log') Object.assign(rest, { q: undefined, action: q })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) {
    if (typeof value === 'string' || typeof value === 'number') query.set(name, String(value))
  }
  const address = `/admin${path ?? MOVED[tab] ?? `/${encodeURIComponent(tab)}`}`
  return query.size > 0 ? `${address}?${query}` : address
}
