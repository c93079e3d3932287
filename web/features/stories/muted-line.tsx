import type { ReactElement } from 'react'
import { Button } from '#web/ui/button.tsx'

interface MutedLineProps {
  /** Tells screen readers what the button shows. */
  about: string
  onShow: () => void
}

/** Placeholder for content by an author the reader has muted. */
export function MutedLine({ about, onShow }: MutedLineProps): ReactElement {
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-2 text-ink-quiet">
      Muted.
      <Button variant="link" aria-label={`Show the muted ${about}`} onClick={onShow}>
        Show
      </Button>
    </p>
  )
}
