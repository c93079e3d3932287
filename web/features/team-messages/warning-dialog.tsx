import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { markMessageSeen, teamMessagesQuery } from '#web/features/team-messages/queries.ts'
import { messageWords } from '#web/features/team-messages/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'
import { toastError } from '#web/ui/toast-store.ts'

/** Shows warnings that the member has not seen, the oldest first. Closing one marks it as seen. */
export function WarningDialog(): ReactElement | null {
  const client = useQueryClient()
  const { data } = useQuery(teamMessagesQuery)
  /**
   * Includes warnings that could not be marked as seen, which are shown again on the next visit.
   */
  const [closed, setClosed] = useState<readonly number[]>([])
  const warning = data?.findLast(
    ({ id, kind, isSeen }) => kind === 'warning' && !isSeen && !closed.includes(id),
  )
  if (!warning) return null
  const handleClose = (): void => {
    setClosed([...closed, warning.id])
    markMessageSeen(client, warning.id).catch((error: unknown) =>
      toastError('Failed to mark as read', error),
    )
  }
  return (
    <Dialog key={warning.id} open onOpenChange={(isOpen) => isOpen || handleClose()}>
      <DialogContent title="A message from our team" description={messageWords(warning)}>
        <p className="border-l-3 border-line-strong pl-4 wrap-anywhere whitespace-pre-wrap">
          {warning.words}
        </p>
        <p className="mt-4 text-sm text-ink-quiet">You can read it again in your account.</p>
        <DialogFooter>
          <DialogClose>
            <Button>I’ve read it</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
