import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { muteEndpoints } from '#contract/mutes.ts'
import { prayerEndpoints } from '#contract/prayer.ts'
import { refreshMuted } from '#web/features/stories/queries.ts'
import { call } from '#web/lib/api.ts'
import type { Writing } from '#web/lib/reason-draft.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast, toastError } from '#web/ui/toast-store.ts'

/** Who is muted: the author of this. */
export type MuteTarget = Writing & { anonymousUsername: string }

interface MuteDialogProps {
  /** Open while there is one. */
  target: MuteTarget | null
  onClose: () => void
}

/** Asks before a community username is muted, and says what that does. */
export function MuteDialog({ target, onClose }: MuteDialogProps): ReactElement {
  const [shown, setShown] = useState(target)
  if (target && target !== shown) setShown(target)
  const client = useQueryClient()
  const muting = useMutation({
    mutationFn: mute,
    onSuccess: (_, { anonymousUsername }) => {
      toast({
        title: `${anonymousUsername} is muted`,
        description: 'You can unmute them in your account.',
        group: 'mutes',
      })
      void refreshMuted(client)
    },
    onError: (error) => toastError('Failed to mute', error),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      title={`Mute ${shown?.anonymousUsername ?? ''}?`}
      description="Their stories, replies and prayer requests are collapsed for you. Nobody is told, and you can unmute them in your account."
      confirmLabel="Mute"
      isBusy={muting.isPending}
      onConfirm={() => target && muting.mutate(target)}
      isOpen={target !== null}
      onOpenChange={(isOpen) => isOpen || onClose()}
    />
  )
}

function mute({ storyId, replyId, prayerId }: MuteTarget): Promise<undefined> {
  if (prayerId) return call(prayerEndpoints.mute, { params: { id: prayerId } })
  return replyId
    ? call(muteEndpoints.muteReplyAuthor, { params: { id: replyId } })
    : call(muteEndpoints.muteStoryAuthor, { params: { id: storyId ?? 0 } })
}
