import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactElement, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { z } from 'zod'
import { RejectionReason, STORY_LIMITS, type Story } from '#contract/stories.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { isOutdated, REASON_TEMPLATES, withTemplate } from '#web/features/admin/moderation.ts'
import { useRejectStory } from '#web/features/admin/use-moderation.ts'
import { reasonDraftKey } from '#web/lib/reason-draft.ts'
import { forgetText, keptText, useReasonDraft } from '#web/lib/use-text-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

const Rejection = z.object({ reason: RejectionReason })
type RejectionForm = UseFormReturn<z.infer<typeof Rejection>>

interface RejectDialogProps {
  story: Story
  isDisabled: boolean
}

/** Asks why a story is rejected. What was typed outlives the dialog and the session. */
export function RejectDialog({ story, isDisabled }: RejectDialogProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const draftKey = reasonDraftKey('rejection', { memberId: useMember().id, storyId: story.id })
  const form: RejectionForm = useForm({
    resolver: zodResolver(Rejection),
    defaultValues: { reason: keptText(draftKey) ?? '' },
  })
  useReasonDraft(form, draftKey)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger>
        <Button variant="outline" aria-label={`Reject: ${story.title}`} disabled={isDisabled}>
          Reject
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Reject story"
        description={`“${story.title}” goes back to its author, who sees your reason and can submit it again.`}
      >
        <ReasonForm
          story={story}
          form={form}
          onDone={() => forgetText(draftKey)}
          onClose={() => setIsOpen(false)}
        />
      </DialogContent>
    </Dialog>
  )
}

interface ReasonFormProps {
  story: Story
  form: RejectionForm
  onDone: () => void
  onClose: () => void
}

function ReasonForm({ story, form, onDone, onClose }: ReasonFormProps): ReactElement {
  const rejecting = useRejectStory(onDone)
  const handleSubmit = form.handleSubmit(({ reason }) =>
    rejecting.mutate(
      { story, reason },
      { onError: (error) => (isOutdated(error) ? onClose() : undefined) },
    ),
  )
  const error = form.formState.errors.reason?.message
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      {rejecting.error ? (
        <Notice variant="error" title="Failed to reject story">
          Please try again
        </Notice>
      ) : null}
      <ReasonTemplates form={form} />
      <Field label="Reason" error={error ? <ReasonError sentence={error} /> : undefined} required>
        <Textarea limit={STORY_LIMITS.reason} minHeight={140} {...form.register('reason')} />
      </Field>
      <DialogFooter className="mt-2">
        <DialogClose>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="destructive" busy={rejecting.isPending}>
          Reject story
        </Button>
      </DialogFooter>
    </form>
  )
}

function ReasonTemplates({ form }: { form: RejectionForm }): ReactElement {
  const fill = (template: string): void => {
    form.setValue('reason', withTemplate(form.getValues('reason'), template))
    form.clearErrors('reason')
    form.setFocus('reason')
  }
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-ink-quiet">Start from a template:</p>
      <div className="flex flex-wrap gap-2">
        {REASON_TEMPLATES.map(({ label, text }) => (
          <Button key={label} variant="secondary" size="sm" onClick={() => fill(text)}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

function ReasonError({ sentence }: { sentence: string }): ReactElement {
  return (
    <>
      <span className="block">Rejection reason required</span>
      <span className="block font-normal">{sentence}</span>
    </>
  )
}
