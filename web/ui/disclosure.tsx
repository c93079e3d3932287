import { ChevronDown } from 'lucide-react'
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import { cn } from '#web/lib/cn.ts'

interface DisclosureProps extends Omit<ComponentProps<'details'>, 'ref' | 'onToggle'> {
  summary: ReactNode
  onOpenChange?: (isOpen: boolean) => void
}

/** A part of the page that opens and closes. Opening one closes others with the same `name`. */
export function Disclosure({
  summary,
  className,
  children,
  onOpenChange,
  ...rest
}: DisclosureProps): ReactElement {
  const details = useRef<HTMLDetailsElement>(null)
  const noteOpened = useEffectEvent(() => {
    if (details.current?.open) onOpenChange?.(true)
  })
  // It can be opened before the page is hydrated.
  useEffect(() => noteOpened(), [])
  return (
    <details
      ref={details}
      className={cn('group border-b border-line', className)}
      onToggle={({ currentTarget }) => onOpenChange?.(currentTarget.open)}
      {...rest}
    >
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
