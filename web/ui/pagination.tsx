import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '#web/ui/button.tsx'

interface PaginationProps {
  /** From 1. */
  page: number
  pageCount: number
  onPageChange: (page: number) => void
  /** Names the list, if a page has more than one. */
  label?: string
  /** Shows the pagination for a single page, too. */
  isAlwaysShown?: boolean | undefined
}

/** Previous and next buttons for a list. Renders nothing for a single page, unless always shown. */
export function Pagination(props: PaginationProps): ReactElement | null {
  const { page, pageCount, onPageChange, label = 'Pages', isAlwaysShown = false } = props
  if (pageCount <= 1 && !isAlwaysShown) return null
  return (
    <nav
      aria-label={label}
      className="flex flex-wrap items-center justify-center gap-x-1 gap-y-3 sm:gap-x-3"
    >
      <Button
        variant="outline"
        size="sm"
        disabled={page <= 1}
        onClick={() => onPageChange(page - 1)}
      >
        <ChevronLeft aria-hidden size={18} />
        Previous
      </Button>
      <span aria-live="polite" className="px-2 text-sm text-ink-quiet">
        Page {page} of {pageCount}
      </span>
      <Button
        variant="outline"
        size="sm"
        disabled={page >= pageCount}
        onClick={() => onPageChange(page + 1)}
      >
        Next
        <ChevronRight aria-hidden size={18} />
      </Button>
    </nav>
  )
}
