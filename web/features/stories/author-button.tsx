import { type ReactElement, useState } from 'react'
import type { AuthorAction } from '#web/features/stories/author-dialog.tsx'
import { onDemand } from '#web/lib/on-demand.tsx'
import type { Writing } from '#web/lib/reason-draft.ts'
import { Button } from '#web/ui/button.tsx'

const AuthorDialog = onDemand(
  async () => (await import('#web/features/stories/author-dialog.tsx')).AuthorDialog,
)

const LABELS: Record<AuthorAction, string> = { warn: 'Warn author', suspend: 'Suspend author' }

interface AuthorButtonProps {
  action: AuthorAction
  author: Writing
  /** Describes the author's text to screen readers. */
  about: string
}

/** Opens the dialog that warns or suspends an author; for administrators. */
export function AuthorButton({ action, author, about }: AuthorButtonProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const open = (): void => {
    setIsOpen(true)
    setWasOpened(true)
  }
  const isDestructive = action === 'suspend'
  return (
    <>
      <Button
        variant="outline"
        className={isDestructive ? 'px-3 text-destructive sm:px-5' : 'px-3 sm:px-5'}
        aria-label={`${LABELS[action]}: ${about}`}
        onClick={open}
      >
        {LABELS[action]}
      </Button>
      {wasOpened ? (
        <AuthorDialog
          action={action}
          target={isOpen ? author : null}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  )
}
