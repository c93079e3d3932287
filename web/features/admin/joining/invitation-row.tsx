import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { Invitation } from '#contract/joining.ts'
import { refreshInvitations, revokeInvitation } from '#web/features/admin/joining/queries.ts'
import { notifyError, notifySuccess } from '#web/features/admin/notify.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const STATE_WORDS: Record<Invitation['state'], string> = {
  valid: 'Active',
  used: 'Used up',
  expired: 'Expired',
  revoked: 'Revoked',
}

const KIND_WORDS: Record<Invitation['kind'], string> = {
  link: 'Invitation link',
  application: 'Approved application',
  list: 'Sent by email from a list',
}

/** An invitation, with its uses and a button to revoke it. */
export function InvitationRow({ invitation }: { invitation: Invitation }): ReactElement {
  const { kind, state, uses, maxUses, createdAt, expiresAt, mine } = invitation
  const isActive = state === 'valid'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="flex min-w-0 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{KIND_WORDS[kind]}</span>
          <Badge variant={isActive ? 'default' : 'neutral'}>{STATE_WORDS[state]}</Badge>
        </p>
        <p className="text-sm">
          {maxUses === 1
            ? uses === 1
              ? 'Used'
              : 'Not used yet'
            : `Used ${uses} of ${maxUses} times`}
        </p>
        <p className="text-sm text-ink-quiet">
          {mine ? 'Created by you' : 'Created'} <RelativeTime date={createdAt} />
          {isActive ? (
            <>
              {' · expires '}
              <RelativeTime date={expiresAt} />
            </>
          ) : null}
        </p>
      </div>
      {isActive ? <RevokeButton invitation={invitation} /> : null}
    </div>
  )
}

/** Asks first, because a revoked link can't be restored. */
function RevokeButton({ invitation }: { invitation: Invitation }): ReactElement {
  const client = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const revoking = useMutation({
    mutationFn: () => revokeInvitation(invitation.id),
    onSuccess: () => notifySuccess('Invitation revoked'),
    onError: (error) => notifyError('Failed to revoke the invitation', error),
    onSettled: () => {
      setIsConfirming(false)
      return refreshInvitations(client)
    },
  })
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setIsConfirming(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        title="Revoke this invitation?"
        description="Its link stops working right away. People who have already joined stay."
        confirmLabel="Revoke invitation"
        isDestructive
        isBusy={revoking.isPending}
        onConfirm={() => revoking.mutate()}
        isOpen={isConfirming}
        onOpenChange={setIsConfirming}
      />
    </>
  )
}
