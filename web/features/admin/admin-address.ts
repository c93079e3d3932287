import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * The address of the Admin Dashboard: the open tab and sub-tab, the page, the search text and
 * the filters.
 */
export interface AdminSearch {
  tab?: string | undefined
  /** The open sub-tab, or the filter of a list. */
  part?: string | undefined
  page?: number | undefined
  q?: string | undefined
  /** The open entry of a queue. */
  item?: number | undefined
  /** The open profile. */
  user?: string | undefined
  /** The filter and the order of the user list. */
  show?: string | undefined
  sort?: string | undefined
  /** The first and last day that a list covers. */
  from?: string | undefined
  to?: string | undefined
  /** The community username whose audit log entries are listed. */
  by?: string | undefined
}

interface AdminAddress extends AdminSearch {
  page: number
  q: string
  /** Goes back to the first page and keeps the search. */
  arrange: (change: Pick<AdminSearch, 'show' | 'sort' | 'from' | 'to' | 'by'>) => void
  /** Goes back to the first page and keeps the search. */
  openPart: (part: string | undefined) => void
  openPage: (page: number) => void
  /** Goes back to the first page. */
  searchFor: (q: string) => void
  /** Replaces the current history entry. */
  openItem: (item: number) => void
}

/** Keeps the state of the page in its address, so Back undoes a step and links can be shared. */
export function useAdminAddress(): AdminAddress {
  const search: AdminSearch = useSearch({ from: '/admin' })
  const navigate = useNavigate({ from: '/admin' })
  /** Starts from the current address, which a page that is still shown may not know yet. */
  const open = (next: (now: AdminSearch) => AdminSearch): void => void navigate({ search: next })
  return {
    ...search,
    page: search.page ?? 1,
    q: search.q ?? '',
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

/** Page 1 has no number in the address. */
export function withPage(search: AdminSearch, page: number): AdminSearch {
  return { ...search, page: page > 1 ? page : undefined }
}

/** At least 1. */
export function pageCountOf(input: { total: number; pageSize: number }): number {
  return Math.max(1, Math.ceil(input.total / input.pageSize))
}
