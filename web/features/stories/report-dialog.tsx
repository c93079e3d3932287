import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { repliesQuery, storyQuery } from '#web/features/stories/queries.ts'
import { call } from '#web/lib/api.ts'
import { prayerCalls, storyCalls } from '#web/lib/calls.gen.ts'
import { reasonDraftKey, type Writing, writingNoun } from '#web/lib/reason-draft.ts'
import { useAction } from '#web/lib/use-action.ts'
import { forgetText, useTextDraft } from '#web/lib/use-draft.ts'
import { Dialog, DialogContent, DialogFormFooter } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

export interface ReportDialogProps {
  /** The dialog is open while this is set. */
  target: Writing | null
  onClose: () => void
}

export function ReportDialog({ target, onClose }: ReportDialogProps): ReactElement {
  const [shown, setShown] = useState(target)
  if (target && target !== shown) setShown(target)
  return (
    <Dialog open={target !== null} onOpenChange={(isOpen) => isOpen || onClose()}>
      <DialogContent
        title={shown ? `Report this ${writingNoun(shown)}` : ''}
        description="Our team reviews every report. We never say who reported it."
      >
        {target ? <ReportForm target={target} onDone={onClose} /> : null}
      </DialogContent>
    </Dialog>
  )
}

interface ReportFormProps {
  target: Writing
  onDone: () => void
}

function ReportForm({ target, onDone }: ReportFormProps): ReactElement {
  const draftKey = reasonDraftKey('report', { memberId: useMember().id, ...target })
  const [reason, setReason] = useTextDraft(draftKey)
  const client = useQueryClient()
  const report = useAction({
    call: () => sendReport(target, reason.trim() || undefined),
    done: { title: 'Thank you for telling us', description: 'Our team will look at it.' },
    onDone: () => {
      forgetText(draftKey)
      void client.invalidateQueries({ queryKey: changedBy(target) })
      onDone()
    },
  })
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    report.run()
  }
  return (
    <Form onSubmit={handleSubmit} className="flex flex-col gap-4">
      <ErrorNotice title="Your report was not sent" error={report.error} />
      <Field label="What’s wrong?" help="Optional.">
        <Textarea
          limit={STORY_LIMITS.reason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <DialogFormFooter className="mt-0" busy={report.isPending}>
        Send report
      </DialogFormFooter>
    </Form>
  )
}

function sendReport(
  { storyId, replyId, prayerId }: Writing,
  reason: string | undefined,
): Promise<undefined> {
  const body = { reason }
  if (prayerId) return call(prayerCalls.report, { params: { id: prayerId }, body })
  return replyId
    ? call(storyCalls.reportReply, { params: { id: replyId }, body })
    : call(storyCalls.report, { params: { id: storyId ?? 0 }, body })
}

/** The query to refetch, because the report may have hidden something. */
function changedBy({ storyId, replyId }: Writing): QueryKey {
  if (storyId === undefined) return [prayerCalls.list.path]
  return replyId ? repliesQuery(storyId).queryKey : storyQuery(storyId).queryKey
}
