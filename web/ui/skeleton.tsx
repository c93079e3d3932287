import type { ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'

/** A placeholder with the size of the content that is loading. Give it a height and a width. */
export function Skeleton({ className }: { className?: string }): ReactElement {
  return (
    <div aria-hidden className={cn('max-w-full animate-pulse rounded-lg bg-sand', className)} />
  )
}

interface SkeletonsProps {
  /** For screen readers, for example "Loading the schedule". */
  label: string
  /** The classes of each placeholder, from top to bottom. */
  rows: readonly string[]
  className?: string
}

/** Placeholders for content that is loading. */
export function Skeletons({ label, rows, className }: SkeletonsProps): ReactElement {
  return (
    <div role="status" aria-label={label} className={className}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change their order.
        <Skeleton key={index} className={row} />
      ))}
    </div>
  )
}
