import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'

/** What the loader of a page gets. */
export interface Load {
  client: QueryClient
  /** Undefined for a visitor. */
  user: User | undefined
  search: Record<string, unknown>
  params: Record<string, string>
}

/** The same for a page that requires sign-in. */
export interface MemberLoad extends Load {
  user: User
}
