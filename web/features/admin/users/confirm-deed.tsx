import { type ReactElement, useState } from 'react'
import type { AdminUser } from '#contract/users.ts'
import { DEED_LABELS, type Deed, deedWords } from '#web/features/admin/users/deeds.ts'
import { useDeed } from '#web/features/admin/users/use-deed.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

interface ConfirmDeedProps {
  user: AdminUser
  /** Undefined while nothing is asked. */
  deed: Deed | undefined
  onClose: () => void
}

/** Says what a deed brings about, and does it. */
export function ConfirmDeed({ user, deed, onClose }: ConfirmDeedProps): ReactElement | null {
  // The words stay the same until it is closed, also when the deed has changed the member by then.
  const [asked, setAsked] = useState<{ deed: Deed; user: AdminUser }>()
  const [wasOpen, setWasOpen] = useState(false)
  const isOpen = deed !== undefined
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (deed) setAsked({ deed, user })
  }
  const doing = useDeed()
  if (!asked) return null
  const { title, consequence } = deedWords(asked.deed, asked.user)
  return (
    <ConfirmDialog
      title={title}
      description={consequence}
      confirmLabel={DEED_LABELS[asked.deed]}
      isDestructive={asked.deed === 'suspend' || asked.deed === 'unmake-admin'}
      isBusy={doing.isPending}
      isOpen={isOpen}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      onConfirm={() => doing.mutate(asked, { onSettled: onClose })}
    />
  )
}
