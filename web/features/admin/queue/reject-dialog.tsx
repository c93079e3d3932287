import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { z } from 'zod'
import { RejectionReason, STORY_LIMITS, type Story } from '#contract/stories.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { REASON_TEMPLATES } from '#web/features/admin/moderation.ts'
import { rejection } from '#web/features/admin/queue/story-decisions.ts'
import { reasonDraftKey } from '#web/lib/reason-draft.ts'
import { withTemplate } from '#web/lib/templates.ts'
import { decide } from '#web/lib/undo.ts'
import { forgetText, keptText, useReasonDraft } from '#web/lib/use-text-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TemplateButtons } from '#web/ui/template-buttons.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

const Rejection = z.object({ reason: RejectionReason })
type RejectionForm = UseFormReturn<z.infer<typeof Rejection>>

interface RejectDialogProps {
  story: Story
  isDisabled: boolean
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Asks why a story is rejected. What was typed is kept until the author has it. */
export function RejectDialog(props: RejectDialogProps): ReactElement {
  const { story, isDisabled, isOpen, onOpenChange } = props
  const client = useQueryClient()
  const draftKey = reasonDraftKey('rejection', { memberId: useMember().id, storyId: story.id })
  const form: RejectionForm = useForm({
    resolver: zodResolver(Rejection),
    defaultValues: { reason: keptText(draftKey) ?? '' },
  })
  useReasonDraft(form, draftKey)
  const handleReason = (reason: string): void => {
    onOpenChange(false)
    decide([rejection(client, { story, reason, onDone: () => forgetText(draftKey) })])
  }
  return (
    <Dialog open={isOpen} onOpenChange={(next) => onOpenChange(next && !isDisabled)}>
      <DialogTrigger>
        <Button
          variant="outline"
          aria-label={`Reject: ${story.title}`}
          aria-keyshortcuts="R"
          aria-disabled={isDisabled || undefined}
        >
          Reject
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Reject story"
        description={`“${story.title}” goes back to its author, who sees your reason and can submit it again.`}
      >
        <ReasonForm form={form} onReason={handleReason} />
      </DialogContent>
    </Dialog>
  )
}

interface ReasonFormProps {
  form: RejectionForm
  onReason: (reason: string) => void
}

function ReasonForm({ form, onReason }: ReasonFormProps): ReactElement {
  const handleSubmit = form.handleSubmit(({ reason }) => onReason(reason))
  const error = form.formState.errors.reason?.message
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <ReasonTemplates form={form} />
      <Field label="Reason" error={error ? <ReasonError sentence={error} /> : undefined} required>
        <Textarea limit={STORY_LIMITS.reason} minHeight={140} {...form.register('reason')} />
      </Field>
      <DialogFooter className="mt-2">
        <DialogClose>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="destructive">
          Reject story
        </Button>
      </DialogFooter>
    </form>
  )
}

function ReasonTemplates({ form }: { form: RejectionForm }): ReactElement {
  const fill = (template: string): void => {
    form.setValue('reason', withTemplate(form.getValues('reason'), template, REASON_TEMPLATES))
    form.clearErrors('reason')
    form.setFocus('reason')
  }
  return <TemplateButtons templates={REASON_TEMPLATES} onPick={fill} />
}

function ReasonError({ sentence }: { sentence: string }): ReactElement {
  return (
    <>
      <span className="block">Rejection reason required</span>
      <span className="block font-normal">{sentence}</span>
    </>
  )
}
