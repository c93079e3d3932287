import { ChevronLeft, ChevronRight, CircleQuestionMark, Undo2 } from 'lucide-react'
import { type ReactElement, type RefObject, useState } from 'react'
import { setKeysOn, useAreKeysOn, useKeys } from '#web/features/admin/queue/use-keys.ts'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '#web/ui/dialog.tsx'
import { Switch } from '#web/ui/switch.tsx'

interface QueueBarProps {
  ref: RefObject<HTMLDivElement | null>
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
    <div ref={props.ref} className="flex scroll-mt-20 flex-wrap items-center gap-2">
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

const KEYS = [
  ['J', 'Next'],
  ['K', 'Previous'],
  ['A', 'Approve, or keep what was reported'],
  ['R', 'Return it to its author, or write a response'],
  ['C', 'Claim or release'],
  ['T', 'Go to tags'],
  ['H', 'Hide or show the request'],
  ['U', 'Undo the last decision, within 6 seconds'],
  ['?', 'Show this help'],
] as const

/** Lists the keyboard shortcuts of the queue, with a switch to turn them off. */
function ShortcutHelp(): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const areOn = useAreKeysOn()
  useKeys({ '?': () => setIsOpen(true) })
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger>
        <Button
          variant="ghost"
          size="icon"
          className="max-sm:hidden"
          aria-label="Keyboard shortcuts"
          aria-keyshortcuts="?"
        >
          <CircleQuestionMark aria-hidden size={20} />
        </Button>
      </DialogTrigger>
      <DialogContent title="Keyboard shortcuts">
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
          {KEYS.map(([key, what]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="inline-flex min-w-9 justify-center rounded-md border border-line-strong px-2 py-0.5 font-sans font-medium">
                  {key}
                </kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <Switch
          className="mt-4"
          label="Use single-key shortcuts on this device"
          checked={areOn}
          onChange={({ target }) => setKeysOn(target.checked)}
        />
      </DialogContent>
    </Dialog>
  )
}
