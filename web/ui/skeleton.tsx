import type { ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'

/** A quiet block in the size of what is coming. Give it height and width. */
export function Skeleton({ className }: { className?: string }): ReactElement {
  return <div aria-hidden className={cn('animate-pulse rounded-lg bg-sand', className)} />
}
