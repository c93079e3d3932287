import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'

/** The number of a page of a list in an address; 1 if it names none. */
export function pageIn(search: Record<string, unknown>): number {
  return Number(search.page ?? 1)
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
