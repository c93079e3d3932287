import { HeartCrack } from 'lucide-react'
import { type ReactElement, type ReactNode, useId } from 'react'
import { cn } from '#web/lib/cn.ts'
import type { DecisionStatus } from '#web/lib/undo.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** What the list shows about an entry. */
export interface Row {
  /** Not shown if the entry may be hard to read. */
  title: string
  detail: ReactNode
}

interface ListedRow extends Row {
  id: number
  /** Whether it may be hard to read. */
  isHard: boolean
  status: DecisionStatus | undefined
  /** The outcome, once the entry has left the queue. */
  gone: ReactElement | undefined
  isSkipped: boolean
  isRead: boolean
  /** Why it can't be selected; undefined if it can. */
  reasonAgainst: string | undefined
}

interface QueueListProps {
  label: string
  rows: ListedRow[]
  openId: number | undefined
  onOpen: (id: number) => void
  selected: ReadonlySet<number>
  onSelect: ((ids: ReadonlySet<number>) => void) | undefined
  bulk: { label: string; count: number; decide: () => void } | undefined
}

/** The list of all entries, next to the open one. A phone shows only the open one. */
export function QueueList(props: QueueListProps): ReactElement {
  const { label, rows, bulk } = props
  return (
    <div className="flex min-w-0 flex-col gap-2 max-lg:hidden">
      {bulk ? (
        <Button
          variant="outline"
          size="sm"
          className="min-h-11 self-start"
          aria-disabled={bulk.count === 0 || undefined}
          onClick={() => (bulk.count > 0 ? bulk.decide() : undefined)}
        >
          {bulk.label} {bulk.count > 0 ? bulk.count : ''}
        </Button>
      ) : null}
      <ul
        aria-label={label}
        className="max-h-[70vh] overflow-y-auto rounded-xl border border-line bg-surface"
      >
        {rows.map((row) => (
          <QueueRow key={row.id} row={row} {...props} />
        ))}
      </ul>
    </div>
  )
}

function QueueRow(props: QueueListProps & { row: ListedRow }): ReactElement {
  const { row, openId, onOpen, selected, onSelect } = props
  const reasonId = useId()
  const isOpen = row.id === openId
  const title = row.isHard ? 'May be hard to read' : row.title
  const isDecided = row.status !== undefined || row.gone !== undefined
  const toggle = (): void => {
    // It can be focused and pressed although it is disabled, so that everyone gets the reason.
    if (row.reasonAgainst) {
      toast({ title: 'This can’t be selected', description: row.reasonAgainst })
      return
    }
    const next = new Set(selected)
    if (!next.delete(row.id)) next.add(row.id)
    onSelect?.(next)
  }
  return (
    <li
      className={cn(
        'flex items-stretch border-b border-line last:border-b-0',
        isOpen && 'bg-primary-soft',
      )}
    >
      {onSelect ? (
        <label
          title={row.reasonAgainst}
          className="flex w-11 shrink-0 items-center justify-center has-aria-disabled:opacity-50"
        >
          <input
            type="checkbox"
            aria-label={`Select: ${title}`}
            className="size-5 accent-(--primary)"
            aria-disabled={row.reasonAgainst !== undefined}
            aria-describedby={row.reasonAgainst && reasonId}
            checked={!row.reasonAgainst && selected.has(row.id)}
            onChange={toggle}
          />
          {row.reasonAgainst ? (
            <span id={reasonId} className="sr-only">
              {row.reasonAgainst}
            </span>
          ) : null}
        </label>
      ) : null}
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={() => onOpen(row.id)}
        className={cn(
          'flex h-16 min-w-0 grow flex-col justify-center gap-0.5 pr-3 text-left focus-visible:-outline-offset-2',
          !onSelect && 'pl-3',
        )}
      >
        <span
          className={cn(
            'flex items-center gap-1.5',
            isDecided ? 'text-ink-quiet' : !row.isRead && 'font-semibold',
          )}
        >
          {row.isHard ? (
            <HeartCrack
              aria-label="May be hard to read"
              size={16}
              className="shrink-0 text-gold-ink"
            />
          ) : null}
          <span className="truncate">{title}</span>
        </span>
        <span className="truncate text-sm text-ink-quiet">{stateOf(row) ?? row.detail}</span>
      </button>
    </li>
  )
}

function stateOf({ status, gone, isSkipped }: ListedRow): ReactNode {
  if (status) return status.label
  if (gone) return gone
  return isSkipped ? 'Skipped' : undefined
}
