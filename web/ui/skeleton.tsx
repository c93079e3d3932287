import type { ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'

/** A placeholder with the size of the content that is loading. Give it a height and a width. */
export function Skeleton({ className }: { className?: string }): ReactElement {
  return (
    <div aria-hidden className={cn('max-w-full animate-pulse rounded-lg bg-sand', className)} />
  )
}
