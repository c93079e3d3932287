import { EllipsisVertical } from 'lucide-react'
import { type ReactElement, useRef, useState } from 'react'
import type { AdminUser } from '#contract/users.ts'
import { ChangeEmailDialog } from '#web/features/admin/users/change-email-dialog.tsx'
import { ConfirmDeed } from '#web/features/admin/users/confirm-deed.tsx'
import { DEED_LABELS, type Deed, deedsFor } from '#web/features/admin/users/deeds.ts'
import { Button } from '#web/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'

type Choice = Deed | 'email'

/** What an administrator can change about a member: a menu, and a question before each deed. */
export function UserActions(props: { user: AdminUser; className?: string }): ReactElement {
  const { user, className } = props
  const [open, setOpen] = useState<Choice>()
  const chosen = useRef<Choice>(undefined)
  const close = (): void => setOpen(undefined)
  // The menu gives the focus back to its button first, so that the dialog can do the same after.
  const handleMenuClosed = (): void => {
    const choice = chosen.current
    chosen.current = undefined
    if (choice) setTimeout(() => setOpen(choice))
  }
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
          {deedsFor(user).map((deed) => (
            <DropdownMenuItem key={deed} isDestructive={deed === 'suspend'} onSelect={choose(deed)}>
              {DEED_LABELS[deed]}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      <ChangeEmailDialog user={user} isOpen={open === 'email'} onClose={close} />
      <ConfirmDeed user={user} deed={open === 'email' ? undefined : open} onClose={close} />
    </div>
  )
}
