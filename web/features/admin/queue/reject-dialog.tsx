import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactElement, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { isolated } from '#contract/direction.ts'
import { RejectionReason } from '#contract/stories.ts'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import { useKeys } from '#web/features/admin/queue/use-keys.ts'
import type { Review } from '#web/features/admin/queue/use-review.ts'
import { RuleField } from '#web/features/rules/rule-field.tsx'
import { clearDraft, tabStorage } from '#web/lib/drafts.ts'
import type { Decision } from '#web/lib/undo.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent, DialogFormFooter, DialogTrigger } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { TemplateButtons, withTemplate } from '#web/ui/template-buttons.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

const Rejection = z.object({ reason: RejectionReason })
type RejectionForm = UseFormReturn<z.infer<typeof Rejection>>

const REASON_DRAFT = {
  schema: z.object({ reason: z.string() }),
  isEmpty: ({ reason }: { reason: string }) => !reason.trim(),
  storage: tabStorage,
}

/** Templates for a kind rejection. The author sees the text exactly as it is sent. */
const REASON_TEMPLATES = [
  {
    label: 'More detail',
    text: 'Thank you for sharing this. Could you say a little more about what happened and what it changed for you? We’d love to read it again.',
  },
  {
    label: 'Names and places',
    text: 'Thank you for trusting us with this. It includes names or details that could identify someone. Please take them out and submit it again, so everyone stays safe.',
  },
  {
    label: 'Links and offers',
    text: 'Thank you for writing. What we share here is personal, without links or offers. Please take them out and submit it again.',
  },
] as const

interface RejectDialogProps {
  review: Review
  /** The noun for the entry: 'story', 'prayer request'. */
  noun: string
  /** Identifies the entry, such as its title. */
  name: string
  /** Key under which the typed reason is saved until it is sent. */
  draftKey: string
  /** @param onDone to be called once the reason is sent */
  rejection: (reason: string, onDone: () => void) => Omit<Decision, 'subject'>
}

/** Asks for the reason of a rejection. */
export function RejectDialog(props: RejectDialogProps): ReactElement {
  const { review, noun, name, draftKey, rejection } = props
  const [isOpen, setIsOpen] = useState(false)
  const form: RejectionForm = useDraftForm(
    { ...REASON_DRAFT, key: draftKey },
    { defaultValues: { reason: '' }, resolver: zodResolver(Rejection) },
  )
  /** Claims the entry while a reason is written, so that nobody else decides. */
  const handleOpenChange = (next: boolean): void => {
    const opens = next && review.isOpen && review.isMeant()
    setIsOpen(opens)
    if (opens && review.canClaim) review.claiming.ensure()
  }
  const handleReason = (reason: string): void => {
    setIsOpen(false)
    review.decide(rejection(reason, () => clearDraft(draftKey, tabStorage)))
  }
  useKeys({ r: review.isOpen ? () => handleOpenChange(true) : undefined })
  return (
    <Dialog open={isOpen} onOpenChange={handleOpenChange}>
      <DialogTrigger>
        <Button
          variant="outline"
          aria-label={`Reject: ${name}`}
          aria-keyshortcuts="R"
          aria-disabled={!review.isOpen || undefined}
        >
          Reject
        </Button>
      </DialogTrigger>
      <DialogContent
        title={`Reject ${noun}`}
        description={`“${isolated(name)}” goes back to its author, who will see your reason and can submit it again.`}
      >
        <ReasonForm noun={noun} form={form} onReason={handleReason} />
      </DialogContent>
    </Dialog>
  )
}

interface ReasonFormProps {
  noun: string
  form: RejectionForm
  onReason: (reason: string) => void
}

function ReasonForm({ noun, form, onReason }: ReasonFormProps): ReactElement {
  const handleSubmit = form.handleSubmit(({ reason }) => onReason(reason))
  const error = form.formState.errors.reason?.message
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <RuleField
        reason={form.watch('reason')}
        onChange={(reason) => form.setValue('reason', reason)}
      />
      <ReasonTemplates form={form} />
      <Field label="Reason" error={error ? <ReasonError sentence={error} /> : undefined} required>
        <Textarea
          data-first-focus
          limit={STORY_LIMITS.reason}
          minHeight={140}
          {...form.register('reason')}
        />
      </Field>
      <DialogFormFooter className="mt-2" variant="destructive">
        Reject {noun}
      </DialogFormFooter>
    </Form>
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
