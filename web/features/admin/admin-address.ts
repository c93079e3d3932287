import { useNavigate, useSearch } from '@tanstack/react-router'

/** The parts of a list's address: its page, its search text and its filters. */
export interface ListSearch {
  /** The open sub-tab of a page that has some. */
  part?: string | undefined
  page?: number | undefined
  q?: string | undefined
  /** The open entry of a queue. */
  item?: number | undefined
  show?: string | undefined
  sort?: string | undefined
  subject?: string | undefined
  action?: string | undefined
  by?: string | undefined
  /** The first and last day that a list covers. */
  from?: string | undefined
  to?: string | undefined
}

type Filters = Pick<ListSearch, 'show' | 'sort' | 'subject' | 'action' | 'by' | 'from' | 'to'>

interface AdminAddress extends ListSearch {
  page: number
  q: string
  /** Goes back to the first page and keeps the search. */
  arrange: (change: Filters) => void
  /** Goes back to the first page and keeps the search. */
  openPart: (part: string | undefined) => void
  openPage: (page: number) => void
  /** Goes back to the first page. */
  searchFor: (q: string) => void
  /** Replaces the current history entry. */
  openItem: (item: number) => void
}

/**
 * The address of the open admin page, whichever it is: what a list shows is in there, so that Back
 * undoes a step and links can be shared. A page that knows its own route calls `useSearch` instead.
 */
export function useAdminAddress(): AdminAddress {
  const search: ListSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  /** Starts from the current address, which a page that is still shown may not know yet. */
  const open = (next: (now: ListSearch) => ListSearch): void =>
    void navigate({ to: '.', search: next })
  return {
    ...search,
    page: search.page ?? 1,
    q: search.q ?? '',
    arrange: (change) => open((now) => ({ ...now, ...change, page: undefined })),
    openPart: (part) => open(({ q }) => ({ part, q })),
    openPage: (page) => open((now) => withPage(now, page)),
    searchFor: (q) => open(({ page: _, item: __, ...now }) => ({ ...now, q: q || undefined })),
    openItem: (item) =>
      void navigate({
        to: '.',
        search: (now: ListSearch) => ({ ...now, item }),
        replace: true,
        resetScroll: false,
      }),
  }
}

/** Page 1 has no number in the address. */
export function withPage(search: ListSearch, page: number): ListSearch {
  return { ...search, page: page > 1 ? page : undefined }
}

/** At least 1. */
export function pageCountOf(input: { total: number; pageSize: number }): number {
  return Math.max(1, Math.ceil(input.total / input.pageSize))
}
