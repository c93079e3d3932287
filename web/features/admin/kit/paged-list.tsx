import type { UseQueryResult } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { Page } from '#contract/endpoint.ts'
import { StepUpPanel } from '#web/features/accounts/step-up-panel.tsx'
import {
  type ListSearch,
  pageCountOf,
  useAdminAddress,
  withPage,
} from '#web/features/admin/admin-address.ts'
import { keepFocusNearby } from '#web/features/admin/keep-focus.ts'
import { isStepUp } from '#web/lib/api.ts'
import { cn } from '#web/lib/cn.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export interface PagedListProps<T extends { id: number | string }> {
  /** The page that the address names. */
  list: UseQueryResult<Page<T>>
  pageSize: number
  /** The plural noun for the entries, such as 'stories'. */
  noun: string
  empty: ReactElement
  /** A class with the usual height of an entry, for the skeletons. */
  entryHeight: string
  className?: string
  renderEntry?: (entry: T) => ReactElement
  /** Instead of `renderEntry`, for entries that are shown as a table. */
  renderAll?: (entries: T[]) => ReactElement
}

/** A list whose page is in the address, with its loading, error, empty and filled states. */
export function PagedList<T extends { id: number | string }>(
  props: PagedListProps<T>,
): ReactElement {
  const { list, noun, entryHeight } = props
  return (
    <div aria-busy={list.isFetching} className="flex flex-col gap-5">
      {list.isPending ? (
        <div role="status" aria-label={`Loading ${noun}`} className="flex flex-col gap-4">
          <Skeleton className={cn('rounded-xl', entryHeight)} />
          <Skeleton className={cn('rounded-xl', entryHeight)} />
        </div>
      ) : null}
      {isStepUp(list.error) ? (
        <StepUpPanel onConfirmed={() => void list.refetch()} isBusy={list.isFetching} />
      ) : list.error ? (
        <QueryError query={list} />
      ) : null}
      {list.data && !isStepUp(list.error) ? <Entries {...props} data={list.data} /> : null}
    </div>
  )
}

interface EntriesProps<T extends { id: number | string }> extends PagedListProps<T> {
  data: Page<T>
}

function Entries<T extends { id: number | string }>(props: EntriesProps<T>): ReactElement {
  const { data, pageSize, noun, empty } = props
  const address = useAdminAddress()
  const search = useSearch({ strict: false })
  const pageCount = pageCountOf({ total: data.total, pageSize })
  if (data.items.length === 0 && address.page > pageCount) {
    return <Navigate to="." search={(search: ListSearch) => withPage(search, pageCount)} replace />
  }
  if (data.items.length === 0) return empty
  return (
    <>
      <EntryList {...props} />
      <Pagination
        page={address.page}
        pageCount={pageCount}
        onPageChange={address.openPage}
        address={{ name: 'page', search }}
        label={`Pages of ${noun}`}
      />
    </>
  )
}

function EntryList<T extends { id: number | string }>(props: EntriesProps<T>): ReactElement {
  const { list, data, className, renderEntry, renderAll } = props
  const fading = cn('transition-opacity', list.isPlaceholderData && 'opacity-60')
  if (renderAll) return <div className={cn(fading, className)}>{renderAll(data.items)}</div>
  return (
    <ul className={cn('flex flex-col gap-4', fading, className)}>
      {data.items.map((entry) => (
        <li key={entry.id} tabIndex={-1} ref={keepFocusNearby} className="rounded-xl">
          {renderEntry?.(entry)}
        </li>
      ))}
    </ul>
  )
}
