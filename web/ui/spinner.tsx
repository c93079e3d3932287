import { LoaderCircle } from 'lucide-react'
import type { ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'

interface SpinnerProps {
  /** Read out in place of the picture; an empty label hides it where a text stands beside it. */
  label?: string
  className?: string
}

export function Spinner({ label = 'Loading', className }: SpinnerProps): ReactElement {
  const picture = (
    <LoaderCircle aria-hidden className={cn('size-5 animate-spin text-primary', className)} />
  )
  if (label === '') return picture
  return (
    <span role="status" className="inline-flex">
      {picture}
      <span className="sr-only">{label}</span>
    </span>
  )
}
