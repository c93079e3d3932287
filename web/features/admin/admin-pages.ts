import type { QueryClient } from '@tanstack/react-query'
import { type LinkProps, useRouter } from '@tanstack/react-router'
import type { DateText } from '#contract/logical-date.ts'
import type { Right } from '#contract/rights.ts'
import type { Today } from '#contract/today.ts'
import { useMember } from '#web/features/accounts/auth.tsx'

/** The address of an admin page that isn't one entry's. */
export type AdminAddress = Exclude<
  Extract<LinkProps['to'], '/admin' | `/admin/${string}`>,
  '/admin/' | `${string}$${string}`
>

/** The arguments of an admin page's loader. */
export interface AdminLoad<PageSearch = object> {
  client: QueryClient
  /** The community's day. */
  today: DateText
  search: PageSearch
  /** The variable parts of the address. */
  params: Record<string, string>
}

/** The facts about a page that the frame of the administration needs. `web/app/admin-routes.ts` lists all. */
export interface AdminPage {
  title: string
  /** Any one of these opens it; without them, the whole team may. */
  rights?: readonly Right[]
  /** The page whose row of lists has a link to it. Without it, the navigation has one. */
  in?: `/admin/${string}`
  /**
   * When the row has its link; always, if left out. A page that never has one has its own heading and
   * a way back instead of the row, as the page of an entry does.
   */
  shown?: 'while-open' | 'never'
  /** The entries that wait there, as the Today response names it. */
  queue?: keyof Today['waiting']
}

export interface ListedPage extends AdminPage {
  address: AdminAddress
}

/** All admin pages without those of single entries, in their order. */
export function useAdminPages(): ListedPage[] {
  return Object.values(useRouter().routesById).flatMap(({ fullPath, options: { staticData } }) =>
    staticData?.admin && !fullPath.includes('$')
      ? // The full path of a page without parameters is its address; that of the first ends in a slash.
        [{ ...staticData.admin, address: fullPath.replace(/\/$/, '') as AdminAddress }]
      : [],
  )
}

/** Whether the member may open the page at an address. */
export function useMayOpen(): (address: AdminAddress) => boolean {
  const { rights } = useMember()
  const pages = useAdminPages()
  return (address) => pages.some((page) => page.address === address && mayOpen(page, rights))
}

/** Whether somebody with these rights may open a page. */
export function mayOpen(page: AdminPage, rights: readonly Right[]): boolean {
  return page.rights?.some((right) => rights.includes(right)) ?? true
}
