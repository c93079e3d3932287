import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'
import { useFieldControl } from '#web/ui/field.tsx'
import { controlClasses } from '#web/ui/input.tsx'

/** A native select, so that phones show their own picker. Children are `<option>` elements. */
export function Select({ className, ...rest }: ComponentProps<'select'>): ReactElement {
  return (
    <div className="relative">
      <select
        {...useFieldControl()}
        className={cn(controlClasses, 'min-h-11 appearance-none pr-11', className)}
        {...rest}
      />
      <ChevronDown
        aria-hidden
        size={20}
        className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-ink-quiet"
      />
    </div>
  )
}

/** The options of a select: the label of each value, in this order. */
export function Options({ labels }: { labels: Readonly<Record<string, string>> }): ReactElement {
  return (
    <>
      {Object.entries(labels).map(([value, label]) => (
        <option key={value} value={value} dir="auto">
          {label}
        </option>
      ))}
    </>
  )
}
