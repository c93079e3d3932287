import type { Right } from '#contract/rights.ts'
import type { AdminTabName } from '#web/features/admin/admin-titles.ts'

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
  keeper: ['keeper'],
}

export function mayOpen(page: AdminPlace, rights: readonly Right[]): boolean {
  return page === 'today' || PAGE_RIGHTS[page].some((right) => rights.includes(right))
}
