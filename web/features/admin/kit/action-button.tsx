import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react'
import type { Action } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

interface Question {
  title: string
  description: ReactNode
  /** The label of the button that does it; that of the action if left out. */
  confirmLabel?: string
  cancelLabel?: string
  isDestructive?: boolean
}

interface ActionButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** The button's label: 'Publish'. */
  label: string
  /** Tells its entry apart from others, for screen readers: its title or address. */
  entry?: string
  action: Pick<Action<void>, 'run' | 'isPending'> & Partial<Pick<Action<void>, 'failure' | 'reset'>>
  /** Asked at each press: whether it may start now. */
  mayStart?: () => boolean
  /** The question to ask first. Without it, the action starts at once. */
  confirm?: Question | undefined
  /** Called when the question opens. */
  onAsk?: () => void
  /** An icon before the label. */
  icon?: ReactNode
  /** More to fill in or read inside the question. */
  children?: ReactNode
}

/** A button for one action: pending while it is sent, and asks first where it should. */
export function ActionButton(props: ActionButtonProps): ReactElement {
  const { label, entry, action, mayStart, confirm, onAsk, icon, children, ...rest } = props
  // Once answered, the question stays as it is, even if the action changes its entry.
  const [answered, setAnswered] = useState<Question>()
  const [isOpen, setIsOpen] = useState(false)
  const handlePress = (): void => {
    if (rest['aria-disabled'] || mayStart?.() === false) return
    if (!confirm) {
      action.run()
      return
    }
    onAsk?.()
    action.reset?.()
    setAnswered(undefined)
    setIsOpen(true)
  }
  const handleConfirm = (): void => {
    setAnswered(confirm)
    action.run(undefined, () => setIsOpen(false))
  }
  const question = answered ?? confirm
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-label={entry === undefined ? undefined : `${label}: ${entry}`}
        busy={action.isPending && !isOpen}
        onClick={handlePress}
        {...rest}
      >
        {icon}
        {label}
      </Button>
      {question ? (
        <ConfirmDialog
          confirmLabel={label}
          {...question}
          isBusy={action.isPending}
          failure={action.failure}
          isOpen={isOpen}
          onOpenChange={(open) => (action.isPending ? undefined : setIsOpen(open))}
          onConfirm={handleConfirm}
        >
          {children}
        </ConfirmDialog>
      ) : null}
    </>
  )
}

interface EntryButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  /** The button's label: 'Edit'. */
  label: string
  /** Tells the entry apart, for screen readers: its title or address. */
  entry?: string | undefined
}

/** A small button of an entry in a list. */
export function EntryButton({ label, entry, ...rest }: EntryButtonProps): ReactElement {
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={entry === undefined ? undefined : `${label}: ${entry}`}
      {...rest}
    >
      {label}
    </Button>
  )
}
