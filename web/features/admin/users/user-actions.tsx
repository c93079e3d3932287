import { useNavigate } from '@tanstack/react-router'
import { EllipsisVertical } from 'lucide-react'
import { type ReactElement, useRef, useState } from 'react'
import type { AdminUser } from '#contract/users.ts'
import { useRight } from '#web/features/accounts/auth.tsx'
import { ChangeEmailDialog } from '#web/features/admin/users/change-email-dialog.tsx'
import { ConfirmUserAction } from '#web/features/admin/users/confirm-user-action.tsx'
import { ACTION_LABELS, type Action, actionsFor } from '#web/features/admin/users/user-action.ts'
import { Button } from '#web/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'

type Choice = Action | 'email'

/** A menu of the actions on a member, with the dialogs that they open. */
export function UserActions(props: { user: AdminUser; className?: string }): ReactElement {
  const { user, className } = props
  const [open, setOpen] = useState<Choice>()
  const chosen = useRef<Choice>(undefined)
  const close = (): void => setOpen(undefined)
  // The menu returns the focus to its button first, so that the dialog can return it there too.
  const handleMenuClosed = (): void => {
    const choice = chosen.current
    chosen.current = undefined
    if (choice) setTimeout(() => setOpen(choice))
  }
  const isKeeper = useRight('keeper')
  const navigate = useNavigate({ from: '/admin' })
  const openRights = (): void =>
    void navigate({ search: { tab: 'users', part: 'team', q: user.anonymousUsername } })
  const choose = (choice: Choice) => (): void => {
    chosen.current = choice
  }
  return (
    <div className={className}>
      <DropdownMenu>
        <DropdownMenuTrigger>
          <Button variant="ghost" size="icon" aria-label={`Actions for ${user.username}`}>
            <EllipsisVertical aria-hidden size={20} />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent onCloseAutoFocus={handleMenuClosed}>
          <DropdownMenuItem onSelect={choose('email')}>Change email</DropdownMenuItem>
          {isKeeper ? (
            <DropdownMenuItem onSelect={openRights}>Change rights</DropdownMenuItem>
          ) : null}
          {actionsFor(user).map((action) => (
            <DropdownMenuItem
              key={action}
              isDestructive={action === 'suspend'}
              onSelect={choose(action)}
            >
              {ACTION_LABELS[action]}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      <ChangeEmailDialog user={user} isOpen={open === 'email'} onClose={close} />
      <ConfirmUserAction user={user} action={open === 'email' ? undefined : open} onClose={close} />
    </div>
  )
}
