import type { User } from '#contract/accounts.ts'

const MEMBER_LINKS = [
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/flow', label: 'Daily Practice' },
] as const
const LIVE_LINK = { to: '/live', label: 'Live Coaching' } as const
/** Hosts get the same page with the host controls. */
const HOST_LINK = { to: '/sfx-members', label: 'Live Coaching' } as const
const ADMIN_LINK = { to: '/admin', label: 'Admin Dashboard' } as const
const ACCOUNT_LINK = { to: '/account', label: 'Account' } as const
const VISITOR_LINKS = [
  { to: '/auth', label: 'Login' },
  { to: '/register', label: 'Create Account' },
] as const

/** A row of the menu on a phone. */
export const menuRowClasses =
  'flex min-h-12 items-center gap-3 rounded-lg px-3 text-lg font-medium text-ink no-underline hover:bg-sand data-[status=active]:bg-primary-soft data-[status=active]:text-primary-strong'

export type MenuLink =
  | (typeof MEMBER_LINKS)[number]
  | typeof LIVE_LINK
  | typeof HOST_LINK
  | typeof ADMIN_LINK
  | typeof ACCOUNT_LINK
  | (typeof VISITOR_LINKS)[number]

/** The links of the header (member document, section 2), without Logout. */
export function menuFor(user: User | null): readonly MenuLink[] {
  if (!user) return VISITOR_LINKS
  const live = user.rights.includes('host') ? HOST_LINK : LIVE_LINK
  const admin = user.isAdmin ? [ADMIN_LINK] : []
  return [...MEMBER_LINKS, live, ...admin, ACCOUNT_LINK]
}
