import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * The address of the Admin Dashboard: the open tab, the open part of it, its page and what it is
 * searched for.
 */
export interface AdminSearch {
  tab?: string | undefined
  /** A sub-tab, or what a list is narrowed down to. */
  part?: string | undefined
  page?: number | undefined
  q?: string | undefined
  /** The open entry of a queue. */
  item?: number | undefined
  /** The open profile. */
  user?: string | undefined
  /** Which users are listed, and in which order. */
  show?: string | undefined
  sort?: string | undefined
  /** The first and the last day of a list. */
  from?: string | undefined
  to?: string | undefined
  /** Whose entries of the audit log are listed, by community username. */
  by?: string | undefined
}

interface AdminAddress {
  tab: string | undefined
  part: string | undefined
  page: number
  q: string
  item: number | undefined
  user: string | undefined
  show: string | undefined
  sort: string | undefined
  from: string | undefined
  to: string | undefined
  by: string | undefined
  /** Starts at the first page again and keeps the search. */
  arrange: (change: Pick<AdminSearch, 'show' | 'sort' | 'from' | 'to' | 'by'>) => void
  /** Starts at the first page again and keeps the search. */
  openPart: (part: string | undefined) => void
  openPage: (page: number) => void
  /** Starts at the first page again. */
  searchFor: (q: string) => void
  /** Takes the place of the entry before in the history. */
  openItem: (item: number) => void
}

/** The state of the page lives in its address, so that Back undoes a step and a link can be shared. */
export function useAdminAddress(): AdminAddress {
  const search: AdminSearch = useSearch({ from: '/admin' })
  const navigate = useNavigate({ from: '/admin' })
  /** From the address as it is, which a page that is still being shown may not know yet. */
  const open = (next: (now: AdminSearch) => AdminSearch): void => void navigate({ search: next })
  return {
    tab: search.tab,
    part: search.part,
    page: search.page ?? 1,
    q: search.q ?? '',
    item: search.item,
    user: search.user,
    show: search.show,
    sort: search.sort,
    from: search.from,
    to: search.to,
    by: search.by,
    arrange: (change) => open((now) => ({ ...now, ...change, page: undefined })),
    openPart: (part) => open(({ tab, q }) => ({ tab, part, q })),
    openPage: (page) => open((now) => withPage(now, page)),
    searchFor: (q) =>
      open(({ page: _, item: __, user: ___, ...now }) => ({ ...now, q: q || undefined })),
    openItem: (item) =>
      void navigate({
        search: (now: AdminSearch) => ({ ...now, item }),
        replace: true,
        resetScroll: false,
      }),
  }
}

/** The first page needs no number in the address. */
export function withPage(search: AdminSearch, page: number): AdminSearch {
  return { ...search, page: page > 1 ? page : undefined }
}

/** At least 1. */
export function pageCountOf(input: { total: number; pageSize: number }): number {
  return Math.max(1, Math.ceil(input.total / input.pageSize))
}
