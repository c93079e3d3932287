import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { refreshMuted } from '#web/features/stories/queries.ts'
import { call } from '#web/lib/api.ts'
import { muteCalls, prayerCalls } from '#web/lib/calls.gen.ts'
import type { Writing } from '#web/lib/reason-draft.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast, toastError } from '#web/ui/toast-store.ts'

/** The story, reply or prayer request whose author is muted. */
export type MuteTarget = Writing & { anonymousUsername: string }

export interface MuteDialogProps {
  /** The dialog is open while this is set. */
  target: MuteTarget | null
  onClose: () => void
}

/** Explains what muting does and asks for confirmation. */
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
      })
      void refreshMuted(client)
    },
    onError: (error) => toastError('Failed to mute', error),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      title={`Mute ${shown?.anonymousUsername ?? ''}?`}
      description="Their stories, replies and prayer requests are collapsed for you. They won’t know, and you can unmute them in your account."
      confirmLabel="Mute"
      isBusy={muting.isPending}
      onConfirm={() => target && muting.mutate(target)}
      isOpen={target !== null}
      onOpenChange={(isOpen) => isOpen || onClose()}
    />
  )
}

function mute({ storyId, replyId, prayerId }: MuteTarget): Promise<undefined> {
  if (prayerId) return call(prayerCalls.mute, { params: { id: prayerId } })
  return replyId
    ? call(muteCalls.muteReplyAuthor, { params: { id: replyId } })
    : call(muteCalls.muteStoryAuthor, { params: { id: storyId ?? 0 } })
}
