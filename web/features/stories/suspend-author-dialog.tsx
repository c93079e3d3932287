import { useMutation } from '@tanstack/react-query'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import { STORY_LIMITS, storyEndpoints } from '#contract/stories.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { ApiError, call, sentenceOf } from '#web/lib/api.ts'
import { reasonDraftKey } from '#web/lib/reason-draft.ts'
import { forgetText, useTextDraft } from '#web/lib/use-text-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** What the author wrote: a story, or a reply where there is one. */
export interface AuthorOf {
  storyId: number
  replyId?: number | null | undefined
}

interface SuspendAuthorDialogProps {
  /** Open while there is one. */
  target: AuthorOf | null
  onClose: () => void
}

/** Suspends an author whom the administrator does not see, with a reason that the author reads. */
export function SuspendAuthorDialog(props: SuspendAuthorDialogProps): ReactElement {
  const { target, onClose } = props
  const [shown, setShown] = useState(target)
  if (target && target !== shown) setShown(target)
  const what = shown?.replyId ? 'reply' : 'story'
  return (
    <Dialog open={target !== null} onOpenChange={(isOpen) => isOpen || onClose()}>
      <DialogContent
        title={`Suspend the author of this ${what}?`}
        description={`They’re signed out everywhere and can’t sign in again until an administrator restores them in the Users tab. You don’t see who they are. The ${what} stays as it is.`}
      >
        {target ? <SuspendForm target={target} onClose={onClose} /> : null}
      </DialogContent>
    </Dialog>
  )
}

function SuspendForm({ target, onClose }: { target: AuthorOf; onClose: () => void }): ReactElement {
  const draftKey = reasonDraftKey('suspension', { memberId: useMember().id, ...target })
  const [reason, setReason] = useTextDraft(draftKey)
  const suspending = useMutation({
    mutationFn: () => suspendAuthor(target, reason),
    onSuccess: () => {
      forgetText(draftKey)
      toast({ title: 'Author suspended' })
      onClose()
    },
  })
  const { error } = suspending
  const fieldError = error instanceof ApiError ? error.fields.reason : undefined
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    suspending.mutate()
  }
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      {error && !fieldError ? (
        <Notice variant="error" title="The author was not suspended">
          <p>{sentenceOf(error)}</p>
        </Notice>
      ) : null}
      <Field
        label="Reason"
        help="The author sees it when they try to sign in."
        error={fieldError}
        required
      >
        <Textarea
          limit={STORY_LIMITS.suspensionReason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <DialogFooter className="mt-0">
        <DialogClose>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="destructive" busy={suspending.isPending}>
          Suspend author
        </Button>
      </DialogFooter>
    </form>
  )
}

function suspendAuthor({ storyId, replyId }: AuthorOf, reason: string): Promise<undefined> {
  const body = { reason }
  return replyId
    ? call(storyEndpoints.suspendReplyAuthor, { params: { id: replyId }, body })
    : call(storyEndpoints.suspendStoryAuthor, { params: { id: storyId }, body })
}
