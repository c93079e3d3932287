import type { ReactElement, ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'

interface PageHeadingProps {
  title: string
  className?: string
  /** Shown beside the heading, such as the page's one button. */
  children?: ReactNode
}

/** The heading of a tab of `/flow`: one line that is small enough for the page to begin below it. */
export function PageHeading({ title, className, children }: PageHeadingProps): ReactElement {
  return (
    <div className={cn('flex min-h-9 flex-wrap items-center justify-between gap-x-4', className)}>
      <h1 className="text-2xl sm:text-3xl">{title}</h1>
      {children}
    </div>
  )
}
