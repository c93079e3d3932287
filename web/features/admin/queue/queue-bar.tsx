import { ChevronLeft, ChevronRight, CircleQuestionMark, Undo2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { setKeysOn, useAreKeysOn, useKeys } from '#web/features/admin/queue/use-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '#web/ui/dialog.tsx'
import { Switch } from '#web/ui/switch.tsx'

interface QueueBarProps {
  /** From 1. */
  position: number
  count: number
  /** How many waiting entries are not listed. */
  more: number
  noun: string
  /** Whether Undo is shown while there is nothing to undo, so that it keeps its place. */
  keepsUndo: boolean
  canUndo: boolean
  onUndo: () => void
  onPrevious: () => void
  onNext: () => void
}

/** The controls above the list, or above the entry on a narrow screen: position, previous, next and undo. */
export function QueueBar(props: QueueBarProps): ReactElement {
  const { position, count, more, noun, keepsUndo, canUndo, onUndo, onPrevious, onNext } = props
  return (
    <div className="flex items-center">
      <Button
        variant="outline"
        size="icon"
        aria-keyshortcuts="K"
        aria-label={`Previous ${noun}`}
        onClick={onPrevious}
      >
        <ChevronLeft aria-hidden size={18} />
      </Button>
      <p className="min-w-18 px-1 text-center text-sm leading-tight text-ink-quiet tabular-nums">
        <span className="whitespace-nowrap">
          {position} of {count}
        </span>
        {more > 0 ? <span className="inline-block"> ({more} more)</span> : null}
      </p>
      <Button
        variant="outline"
        size="icon"
        aria-keyshortcuts="J"
        aria-label={`Next ${noun}`}
        onClick={onNext}
      >
        <ChevronRight aria-hidden size={18} />
      </Button>
      {keepsUndo || canUndo ? (
        <Button
          variant="ghost"
          size="sm"
          className="ms-auto min-h-11"
          aria-keyshortcuts="U"
          aria-disabled={!canUndo || undefined}
          onClick={onUndo}
        >
          <Undo2 aria-hidden size={18} />
          Undo
        </Button>
      ) : null}
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
export function ShortcutHelp(): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const areOn = useAreKeysOn()
  useKeys({ '?': () => setIsOpen(true) })
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger>
        <Button
          variant="ghost"
          size="sm"
          className="min-h-11"
          aria-label="Keyboard shortcuts"
          aria-keyshortcuts="?"
        >
          <CircleQuestionMark aria-hidden size={18} />
          Shortcuts
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
