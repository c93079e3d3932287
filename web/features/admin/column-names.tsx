import type { ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'

/** The visible column headings. For screen readers, each value has its own label. */
export function ColumnNames(props: { columns: string; names: readonly string[] }): ReactElement {
  return (
    <div
      aria-hidden
      className={cn(
        'hidden gap-x-4 border-b border-line pb-2 text-sm font-medium text-ink-quiet lg:grid',
        props.columns,
      )}
    >
      {props.names.map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
  )
}
