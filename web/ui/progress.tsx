import type { ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'

interface ProgressProps {
  /** Names the work: 'Uploading recording'. */
  label: string
  value: number
  max?: number
  className?: string
}

export function Progress({ label, value, max = 100, className }: ProgressProps): ReactElement {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className={cn('h-2 w-full overflow-hidden rounded-full bg-sand', className)}
    >
      <div
        className="h-full rounded-full bg-primary transition-[width]"
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}
