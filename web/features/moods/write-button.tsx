import { PenLine } from 'lucide-react'
import type { ReactElement } from 'react'

/** A button styled like the field that it opens. */
export function WriteButton({ onClick }: { onClick: () => void }): ReactElement {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-11 w-full items-center gap-3 rounded-lg border border-line-strong bg-surface px-3.5 py-2 text-left text-ink-quiet hover:bg-sand"
    >
      <PenLine aria-hidden size={18} className="shrink-0" />
      Write your daily gratitude and mood expression
    </button>
  )
}
