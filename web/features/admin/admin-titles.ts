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
