import { ChevronLeft, ChevronRight, Undo2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { ShortcutHelp } from '#web/features/admin/queue/shortcut-help.tsx'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'

interface QueueBarProps {
  /** From 1. */
  position: number
  count: number
  /** How many waiting entries are not listed. */
  more: number
  noun: string
  /** Undefined while the list beside the entry is up to date. A phone shows no list. */
  onUpdate: (() => void) | undefined
  isUpdating: boolean
  canUndo: boolean
  onUndo: () => void
  onPrevious: () => void
  onNext: () => void
}

/** The controls above the open entry: position, previous, next, update and undo. */
export function QueueBar(props: QueueBarProps): ReactElement {
  const { position, count, more, noun, onUpdate, canUndo, onUndo, onPrevious, onNext } = props
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        variant="outline"
        size="sm"
        className="min-h-11"
        aria-keyshortcuts="K"
        aria-label={`Previous ${noun}`}
        onClick={onPrevious}
      >
        <ChevronLeft aria-hidden size={18} />
        <span className="max-sm:sr-only">Previous</span>
      </Button>
      <p className="min-w-20 text-center text-sm whitespace-nowrap text-ink-quiet tabular-nums">
        {position} of {count}
        {more > 0 ? ` (${more} more)` : ''}
      </p>
      <Button
        variant="outline"
        size="sm"
        className="min-h-11"
        aria-keyshortcuts="J"
        aria-label={`Next ${noun}`}
        onClick={onNext}
      >
        <span className="max-sm:sr-only">Next</span>
        <ChevronRight aria-hidden size={18} />
      </Button>
      <div className="grow" />
      <Button
        variant="ghost"
        size="sm"
        className={cn('min-h-11 max-lg:hidden', !onUpdate && 'invisible')}
        busy={props.isUpdating}
        onClick={onUpdate}
      >
        Update list
      </Button>
      <Button
        variant="ghost"
        size="sm"
        className="min-h-11"
        aria-keyshortcuts="U"
        aria-disabled={!canUndo || undefined}
        onClick={onUndo}
      >
        <Undo2 aria-hidden size={18} />
        Undo
      </Button>
      <ShortcutHelp />
    </div>
  )
}
