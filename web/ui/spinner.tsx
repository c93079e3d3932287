import { LoaderCircle } from 'lucide-react'
import type { ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'

interface SpinnerProps {
  /** Read out by screen readers. Pass an empty label if there is text next to the spinner. */
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
