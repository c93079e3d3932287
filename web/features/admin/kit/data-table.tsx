import type { CSSProperties, ReactElement, ReactNode } from 'react'
import { PagedList, type PagedListProps } from '#web/features/admin/kit/paged-list.tsx'
import { cn } from '#web/lib/cn.ts'

export interface Column<T> {
  name: string
  /** Its share of a wide screen, such as '5fr', or a fixed width, such as '9.5rem'. */
  width: string
  cell: (row: T) => ReactNode
  /** On a narrow screen, it takes a full row of the card, follows its name in an entry, or is left out. */
  narrow?: 'full' | 'labeled' | 'hidden'
}

interface DataTableProps<T extends { id: number | string }>
  extends Omit<PagedListProps<T>, 'renderEntry' | 'renderAll' | 'className'> {
  columns: readonly Column<T>[]
  /** How a row looks on a narrow screen: a card with the columns' names, or a plain list entry. */
  narrow: 'card' | 'entry'
  /** A menu at the end of each row. */
  menu?: (row: T) => ReactElement
}

/**
 * A list with columns on a wide screen, and a list of cards or entries on a narrow one. Its page is in
 * the address. For screen readers, each value has the name of its column.
 */
export function DataTable<T extends { id: number | string }>(
  props: DataTableProps<T>,
): ReactElement {
  const { columns, narrow, menu, ...list } = props
  const widths = columns.map(({ width }) => (width.endsWith('fr') ? `minmax(0,${width})` : width))
  const style: CSSProperties & { '--columns': string } = {
    '--columns': [...widths, ...(menu ? ['2.75rem'] : [])].join(' '),
  }
  return (
    <div style={style}>
      <div
        aria-hidden
        className="hidden gap-x-4 border-b border-line pb-2 text-sm font-medium text-ink-quiet lg:grid lg:grid-cols-(--columns)"
      >
        {columns.map(({ name }) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <PagedList
        {...list}
        className={narrow === 'card' ? 'lg:gap-0' : 'gap-0'}
        renderEntry={(row) => <Row row={row} columns={columns} narrow={narrow} menu={menu} />}
      />
    </div>
  )
}

type RowProps<T extends { id: number | string }> = Pick<DataTableProps<T>, 'columns' | 'narrow'> & {
  row: T
  menu: DataTableProps<T>['menu'] | undefined
}

function Row<T extends { id: number | string }>(props: RowProps<T>): ReactElement {
  const { row, columns, narrow, menu } = props
  const isCard = narrow === 'card'
  return (
    <div className={isCard ? undefined : 'relative border-b border-line py-3'}>
      <dl
        className={cn(
          'grid gap-x-4 lg:grid-cols-(--columns)',
          isCard
            ? 'grid-cols-2 gap-y-2 rounded-xl border border-line p-4 lg:items-baseline lg:rounded-none lg:border-0 lg:border-b lg:px-0 lg:py-3'
            : 'gap-y-1 lg:items-center',
          menu && 'pr-12 lg:pr-0',
        )}
      >
        {columns.map(({ name, cell, narrow: where }) => (
          <div
            key={name}
            className={cn(
              'min-w-0',
              where === 'full' && 'col-span-2 lg:col-span-1',
              where === 'labeled' && 'flex flex-wrap items-baseline gap-x-1.5 lg:block',
              where === 'hidden' && 'hidden lg:block',
            )}
          >
            <dt
              className={
                isCard || where === 'labeled' ? 'text-sm text-ink-quiet lg:sr-only' : 'sr-only'
              }
            >
              {name}
            </dt>
            <dd className="wrap-anywhere">{cell(row)}</dd>
          </div>
        ))}
      </dl>
      {menu ? (
        <div className="absolute top-2 right-2 lg:top-1/2 lg:right-0 lg:-translate-y-1/2">
          {menu(row)}
        </div>
      ) : null}
    </div>
  )
}
