import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'

/** The number of a page of a list in an address; 1 if it names none. */
export function pageIn(search: Record<string, unknown>): number {
  return Number(search.page ?? 1)
}

/** Of a list that grows. Each page is a call, so one document has at most this many. */
const MOST_PAGES = 25

/** How many pages of a growing list an address asks for. */
export function pagesIn(search: Record<string, unknown>): number {
  return Math.min(Number(search.pages ?? 1), MOST_PAGES)
}

/** The arguments of a page’s loader. */
export interface Load {
  client: QueryClient
  /** Undefined for a visitor. */
  user: User | undefined
  now: Date
  search: Record<string, unknown>
  params: Record<string, string>
}

/** The same for a page that requires sign-in. */
export interface MemberLoad extends Load {
  user: User
}
