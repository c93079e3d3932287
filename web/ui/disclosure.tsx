import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'

interface DisclosureProps extends ComponentProps<'details'> {
  summary: ReactNode
}

/** A part of the page that opens and closes. Opening one closes others with the same `name`. */
export function Disclosure({
  summary,
  className,
  children,
  ...rest
}: DisclosureProps): ReactElement {
  return (
    <details className={cn('group border-b border-line', className)} {...rest}>
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 py-2 font-medium [&::-webkit-details-marker]:hidden">
        {summary}
        <ChevronDown
          aria-hidden
          size={20}
          className="shrink-0 text-ink-quiet transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  )
}
