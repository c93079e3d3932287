import type { ReactElement } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'

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
