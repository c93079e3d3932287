import type { Right } from '#contract/rights.ts'

/** The title of each admin page, by its name in the address. */
export const ADMIN_TITLES = {
  today: 'Today',
  stories: 'Stories',
  reports: 'Reports',
  replies: 'First Replies',
  prayer: 'Prayer',
  transcripts: 'Transcripts',
  'active-stories': 'Active Stories',
  guidance: 'Guidance',
  'daily-content': 'Daily Content',
  trivia: 'Trivia',
  tags: 'Tags',
  users: 'Users',
  joining: 'Joining',
  products: 'Products',
  email: 'Email',
  'website-settings': 'Settings',
  connections: 'Connections',
  keeper: 'Backups and health',
} as const

/** Pages of several parts, none of which has the title of the page. */
export const PAGES_OF_PARTS: ReadonlySet<AdminTabName> = new Set([
  'daily-content',
  'trivia',
  'products',
  'email',
])

export type AdminTabName = keyof typeof ADMIN_TITLES

/** The page that an address opens. Today if it names no page or an unknown one. */
export function adminTabOf({ tab, part }: { tab?: string; part?: string }): AdminTabName {
  if (tab === 'stories' && part === 'reports') return 'reports'
  const name = Object.keys(ADMIN_TITLES).find((each) => each === tab)
  // `name` is a key of the record.
  return (name as AdminTabName | undefined) ?? 'today'
}

/** The document title. */
export function adminTitle(search: { tab?: string; part?: string }): string {
  return `${ADMIN_TITLES[adminTabOf(search)]} · Admin Dashboard`
}

/** Admin pages with their own route. */
export const OTHER_PAGES = {
  '/admin/scheduled-emails': 'Scheduled Emails',
  '/sfx-members': 'Live room',
} as const

export type AdminPlace = AdminTabName | keyof typeof OTHER_PAGES

/** The rights that open each page; any one is enough. Today is open to the whole team. */
const PAGE_RIGHTS: Record<Exclude<AdminPlace, 'today'>, readonly Right[]> = {
  stories: ['stories'],
  reports: ['stories'],
  replies: ['stories'],
  prayer: ['stories'],
  transcripts: ['stories'],
  'active-stories': ['stories'],
  guidance: ['guidance'],
  'daily-content': ['daily'],
  trivia: ['daily'],
  tags: ['stories'],
  users: ['people', 'keeper'],
  joining: ['people'],
  products: ['treasurer'],
  email: ['mail', 'keeper'],
  '/admin/scheduled-emails': ['mail'],
  '/sfx-members': ['host'],
  'website-settings': ['settings'],
  connections: ['keeper'],
  keeper: ['keeper'],
}

export function mayOpen(page: AdminPlace, rights: readonly Right[]): boolean {
  return page === 'today' || PAGE_RIGHTS[page].some((right) => rights.includes(right))
}
