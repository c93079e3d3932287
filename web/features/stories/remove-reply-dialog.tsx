import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { Reply } from '#contract/stories.ts'
import { repliesQuery, storyQuery } from '#web/features/stories/queries.ts'
import { call } from '#web/lib/api.ts'
import { storyCalls } from '#web/lib/calls.gen.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast, toastError } from '#web/ui/toast-store.ts'

interface RemoveReplyDialogProps {
  /** The dialog is open while this is set. */
  reply: Reply | null
  onClose: () => void
}

/** Asks before a reply is deleted. */
export function RemoveReplyDialog({ reply, onClose }: RemoveReplyDialogProps): ReactElement {
  const [shown, setShown] = useState(reply)
  if (reply && reply !== shown) setShown(reply)
  const removal = useRemoveReply(onClose)
  return (
    <ConfirmDialog
      title={shown?.mine ? 'Delete your reply?' : 'Delete this reply?'}
      description="This can’t be undone."
      confirmLabel="Delete reply"
      isDestructive
      isBusy={removal.isPending}
      onConfirm={() => reply && removal.mutate(reply)}
      isOpen={reply !== null}
      onOpenChange={(isOpen) => isOpen || onClose()}
    />
  )
}

// The return type is the mutation's own, inferred.
function useRemoveReply(onSettled: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (reply: Reply) => call(storyCalls.removeReply, { params: { id: reply.id } }),
    onSuccess: (_, { id, storyId }) => {
      const { queryKey } = repliesQuery(storyId)
      queryClient.setQueryData(queryKey, (replies) =>
        replies?.map((reply) =>
          reply.id === id ? { ...reply, content: '', isDeleted: true } : reply,
        ),
      )
      void queryClient.invalidateQueries({ queryKey })
      void queryClient.invalidateQueries({ queryKey: storyQuery(storyId).queryKey })
      toast({ title: 'Reply deleted successfully' })
    },
    onError: (error) => toastError('Failed to delete reply', error),
    onSettled,
  })
}
