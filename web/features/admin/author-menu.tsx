import { type ReactElement, type ReactNode, useState } from 'react'
import type { AuthorAction } from '#web/features/stories/author-dialog.tsx'
import { AuthorDialog } from '#web/features/stories/dialogs.ts'
import type { Writing } from '#web/lib/reason-draft.ts'
import { DropdownMenuItem, MoreMenu } from '#web/ui/dropdown-menu.tsx'

const LABELS: Record<AuthorAction, string> = { warn: 'Warn author', suspend: 'Suspend author' }

interface AuthorMenuProps {
  author: Writing
  /** Describes the author's text to screen readers. */
  about: string
  /** What can be done about the author. */
  actions: readonly AuthorAction[]
  /** Nothing can be done now, for example because another administrator has claimed it. */
  isDisabled?: boolean
  /** More entries. */
  children?: ReactNode
}

/** What else can be done about a text: warns or suspends its author. */
export function AuthorMenu(props: AuthorMenuProps): ReactElement {
  const { author, about, actions, isDisabled = false, children } = props
  const [chosen, setChosen] = useState<AuthorAction>('warn')
  const [isOpen, setIsOpen] = useState(false)
  const show = (action: AuthorAction): void => {
    setChosen(action)
    setIsOpen(true)
  }
  return (
    <>
      <MoreMenu label={`More actions: ${about}`} className="flex-none!">
        {actions.map((action) => (
          <DropdownMenuItem
            key={action}
            isDestructive={action === 'suspend'}
            disabled={isDisabled}
            opens={() => show(action)}
          >
            {LABELS[action]}
          </DropdownMenuItem>
        ))}
        {children}
      </MoreMenu>
      <AuthorDialog
        action={chosen}
        target={isOpen ? author : null}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}
