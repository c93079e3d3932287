import { type ReactElement, useState } from 'react'
import type { AuthorAction } from '#web/features/stories/author-dialog.tsx'
import { AuthorDialog } from '#web/features/stories/dialogs.ts'
import type { Writing } from '#web/lib/reason-draft.ts'
import { Button } from '#web/ui/button.tsx'

const LABELS: Record<AuthorAction, string> = { warn: 'Warn author', suspend: 'Suspend author' }

interface AuthorButtonProps {
  action: AuthorAction
  author: Writing
  /** Describes the author's text to screen readers. */
  about: string
  /** Nothing can be done about it, because another administrator has claimed it. */
  isDisabled?: boolean
}

/** Warns or suspends an author; for administrators. */
export function AuthorButtons(props: Omit<AuthorButtonProps, 'action'>): ReactElement {
  return (
    <>
      <AuthorButton action="warn" {...props} />
      <AuthorButton action="suspend" {...props} />
    </>
  )
}

/** Opens the dialog that warns or suspends an author. */
export function AuthorButton(props: AuthorButtonProps): ReactElement {
  const { action, author, about, isDisabled } = props
  const [isOpen, setIsOpen] = useState(false)
  const isDestructive = action === 'suspend'
  return (
    <>
      <Button
        variant="outline"
        className={isDestructive ? 'px-3 text-destructive sm:px-5' : 'px-3 sm:px-5'}
        aria-label={`${LABELS[action]}: ${about}`}
        aria-disabled={isDisabled || undefined}
        onClick={() => setIsOpen(!isDisabled)}
      >
        {LABELS[action]}
      </Button>
      <AuthorDialog
        action={action}
        target={isOpen ? author : null}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}
