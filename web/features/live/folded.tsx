import { ChevronDown } from 'lucide-react'
import { type ReactElement, type ReactNode, useId, useState } from 'react'
import { cn } from '#web/lib/cn.ts'

interface FoldedProps {
  label: string
  /** Whether the content can be collapsed, and starts collapsed; otherwise it is always visible. */
  isFolded: boolean
  children: ReactNode
}

/** Collapses a part of the page. The content stays mounted, so that typed text is kept. */
export function Folded({ label, isFolded, children }: FoldedProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <div className="flex flex-col gap-6">
      {isFolded ? (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="flex min-h-13 items-center justify-between gap-3 rounded-xl border border-line bg-surface px-5 py-2 text-left font-medium sm:px-6"
          onClick={() => setIsOpen(!isOpen)}
        >
          {label}
          <ChevronDown
            aria-hidden
            size={20}
            className={cn('shrink-0 text-ink-quiet transition-transform', isOpen && 'rotate-180')}
          />
        </button>
      ) : null}
      <div id={id} hidden={isFolded && !isOpen}>
        {children}
      </div>
    </div>
  )
}
