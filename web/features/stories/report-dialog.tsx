import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement, SubmitEvent } from 'react'
import { STORY_LIMITS, storyEndpoints } from '#contract/stories.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { repliesQuery, storyQuery } from '#web/features/stories/queries.ts'
import { call, sentenceOf } from '#web/lib/api.ts'
import { reasonDraftKey } from '#web/lib/reason-draft.ts'
import { forgetText, useTextDraft } from '#web/lib/use-text-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** What is reported: a story, or one of its replies. */
export interface ReportTarget {
  storyId: number
  replyId?: number
}

interface ReportDialogProps {
  /** Open while there is one. */
  target: ReportTarget | null
  onClose: () => void
}

export function ReportDialog({ target, onClose }: ReportDialogProps): ReactElement {
  const what = target?.replyId ? 'reply' : 'story'
  return (
    <Dialog open={target !== null} onOpenChange={(isOpen) => isOpen || onClose()}>
      <DialogContent
        title={`Report this ${what}`}
        description="Our team reviews every report. We don’t say who reported."
      >
        {target ? <ReportForm target={target} onDone={onClose} /> : null}
      </DialogContent>
    </Dialog>
  )
}

interface ReportFormProps {
  target: ReportTarget
  onDone: () => void
}

function ReportForm({ target, onDone }: ReportFormProps): ReactElement {
  const draftKey = reasonDraftKey('report', { memberId: useMember().id, ...target })
  const [reason, setReason] = useTextDraft(draftKey)
  const report = useReport(target, () => {
    forgetText(draftKey)
    onDone()
  })
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    report.mutate(reason.trim() || undefined)
  }
  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-4">
      {report.error ? (
        <Notice variant="error" title="Your report was not sent">
          <p>{sentenceOf(report.error)}</p>
        </Notice>
      ) : null}
      <Field label="What’s wrong?" help="Optional.">
        <Textarea
          limit={STORY_LIMITS.reason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <DialogFooter className="mt-0">
        <DialogClose>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={report.isPending}>
          Send report
        </Button>
      </DialogFooter>
    </form>
  )
}

// The return type is the mutation's own, inferred.
function useReport({ storyId, replyId }: ReportTarget, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (reason: string | undefined) =>
      replyId
        ? call(storyEndpoints.reportReply, { params: { id: replyId }, body: { reason } })
        : call(storyEndpoints.report, { params: { id: storyId }, body: { reason } }),
    onSuccess: () => {
      toast({ title: 'Thank you for telling us', description: 'Our team will look at it.' })
      const changed = replyId ? repliesQuery(storyId) : storyQuery(storyId)
      void queryClient.invalidateQueries({ queryKey: changed.queryKey })
      onDone()
    },
  })
}
