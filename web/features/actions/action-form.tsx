import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactElement, useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { ACTION_LIMITS, ActionContent } from '#contract/actions.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { useCreateAction } from '#web/features/actions/use-personal-actions.ts'
import { CrisisPanel } from '#web/features/care/crisis-panel.tsx'
import { ApiError } from '#web/lib/api.ts'
import { tabStorage, writeDraft } from '#web/lib/drafts.ts'
import { createSubmissionKey } from '#web/lib/submission-key.ts'
import { useStoredState, useStoredValues } from '#web/lib/use-stored-state.ts'
import { forgetText, keptText } from '#web/lib/use-text-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'

const ActionValues = z.object({ actionContent: ActionContent })
const EMPTY = { actionContent: '' }

/** Adds an action. Typed text is kept until the action has been added. */
export function ActionForm(): ReactElement {
  const memberId = useMember().id
  const create = useCreateAction()
  const [submissionKey] = useState(createSubmissionKey)
  const draftKey = `action:${memberId}`
  const [initial] = useStoredState(() => ({ actionContent: keptText(draftKey) ?? '' }), EMPTY)
  const form = useForm({ resolver: zodResolver(ActionValues), defaultValues: initial })
  useStoredValues(form, initial)
  const typed = useWatch({ control: form.control, name: 'actionContent' })
  useEffect(() => {
    if (typed) writeDraft(draftKey, typed, tabStorage)
    else forgetText(draftKey)
  }, [draftKey, typed])
  const handleSubmit = form.handleSubmit(({ actionContent }) => {
    if (create.isPending) return
    const action = { actionContent, key: submissionKey.of(actionContent) }
    create.mutate(action, {
      onSuccess: () => {
        submissionKey.renew()
        form.reset(EMPTY)
      },
      onError: (error) => {
        const message = error instanceof ApiError ? error.fields.actionContent : undefined
        if (message) form.setError('actionContent', { message }, { shouldFocus: true })
      },
    })
  })
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <Field
        label="New action"
        help="Something small that you would like to do each day."
        error={form.formState.errors.actionContent?.message}
        required
      >
        <Input
          limit={ACTION_LIMITS.content}
          autoComplete="off"
          {...form.register('actionContent')}
        />
      </Field>
      <CrisisPanel text={typed} />
      <Button type="submit" busy={create.isPending} className="self-start">
        Add action
      </Button>
    </Form>
  )
}
