import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { isolated } from '#contract/direction.ts'
import { refreshMuted } from '#web/features/stories/queries.ts'
import { call } from '#web/lib/api.ts'
import { muteCalls, prayerCalls } from '#web/lib/calls.gen.ts'
import type { Writing } from '#web/lib/reason-draft.ts'
import { useAction } from '#web/lib/use-action.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

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
  const muting = useAction({
    call: mute,
    done: (_, { anonymousUsername }) => ({
      title: `${isolated(anonymousUsername)} is muted`,
      description: 'You can unmute them in your account.',
    }),
    failed: 'Failed to mute',
    onDone: () => {
      void refreshMuted(client)
      onClose()
    },
    onFailed: onClose,
  })
  return (
    <ConfirmDialog
      title={`Mute ${isolated(shown?.anonymousUsername ?? '')}?`}
      description="Their stories, replies and prayer requests are collapsed for you. They won’t know, and you can unmute them in your account."
      confirmLabel="Mute"
      isBusy={muting.isPending}
      onConfirm={() => target && muting.run(target)}
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
