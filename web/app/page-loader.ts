import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { logicalDate } from '#contract/logical-date.ts'
import type { RouterContext } from '#web/app/guards.ts'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import { type AdminLoad, type AdminPage, mayOpen } from '#web/features/admin/admin-pages.ts'
import { ApiError } from '#web/lib/api.ts'
import type { Load, MemberLoad } from '#web/lib/load.ts'
import type { Search } from '#web/lib/search.ts'
import { siteSettingsQuery } from '#web/lib/site-settings.ts'

/** How long the page before stays while a page's data is on its way. */
export const READ_FIRST_MS = 3000

export interface Match {
  context: RouterContext
  location: { search: Record<string, unknown> }
  params: Record<string, string>
}

/**
 * A route's loader, which reads what its page shows first. The server waits for it. In the browser,
 * it runs when a link is hovered or followed, and the page opens once its data is there, so that nothing
 * on it moves when data arrives. On a very slow network and offline, the page opens with its skeletons.
 * The page asks again for data that can't be read, and shows why.
 */
export function pageLoader(
  read: (load: Load) => Promise<unknown>,
): (match: Match) => Promise<void> {
  return async ({ context, location, params }) => {
    const client = context.queryClient
    const user = client.getQueryData(currentUserQuery.queryKey) ?? undefined
    const now = nowOf(context)
    const load = { client, user, now, search: location.search, params }
    await readFirst(read(load).catch(() => undefined))
    if (context.document && isSubjectMissing(client)) context.document.status = 404
    forgetErrors(client)
  }
}

/**
 * The same for a page of the administration. A query that fails is shown where its data would be;
 * whatever else fails here is shown instead of the page. `read` returns false if the entry in the
 * address doesn't exist.
 */
export function adminLoader(
  page: AdminPage,
  read: (load: AdminLoad<Search>) => Promise<unknown>,
): (match: Match) => Promise<void> {
  return async ({ context, location, params }) => {
    const client = context.queryClient
    const user = client.getQueryData(currentUserQuery.queryKey)
    if (!user || !mayOpen(page, user.rights)) return
    const { timeZone } = await client.ensureQueryData(siteSettingsQuery)
    const today = logicalDate(nowOf(context), timeZone)
    const found = await readFirst(read({ client, today, search: location.search, params }))
    if (found === false && context.document) context.document.status = 404
    forgetErrors(client)
  }
}

function nowOf({ visit }: RouterContext): Date {
  return import.meta.env.SSR ? new Date(visit.now) : new Date()
}

async function readFirst(reading: Promise<unknown>): Promise<unknown> {
  if (import.meta.env.SSR) {
    return reading
  } else if (onlineManager.isOnline()) {
    await Promise.race([reading, after(READ_FIRST_MS)])
  } else {
    reading.catch(() => undefined)
  }
}

/** Whether what the address names isn't there, or isn't for this caller. */
function isSubjectMissing(client: QueryClient): boolean {
  return client
    .getQueryCache()
    .getAll()
    .some(({ meta, state: { error } }) => {
      return meta?.isSubject && error instanceof ApiError && error.status === 404
    })
}

/** The page in the browser asks again, and shows what is wrong. */
function forgetErrors(client: QueryClient): void {
  if (import.meta.env.SSR) {
    client.removeQueries({ predicate: ({ state }) => state.status === 'error' })
  }
}

/** The same for a page that requires sign-in. */
export function memberLoader(
  read: (load: MemberLoad) => Promise<unknown>,
): (match: Match) => Promise<void> {
  return pageLoader(async (load) => {
    const { user } = load
    if (user) await read({ ...load, user })
  })
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
