import type { ReactElement } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { JoiningDraft, JoiningValues } from '#web/features/admin/joining/joining-values.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** The limits for new members. */
export function NewcomerFields(props: {
  form: UseFormReturn<JoiningDraft, unknown, JoiningValues>
}): ReactElement {
  const { register, formState, watch } = props.form
  const { errors } = formState
  const areLimited = watch('newcomerDays').trim() !== '0'
  return (
    <div className="flex flex-col gap-4">
      <Checkbox
        label={
          <span className="flex flex-col py-1">
            <span className="font-medium">Review first replies before they appear</span>
            <span className="text-sm text-ink-quiet">
              A member’s replies wait until someone with the right “Stories” approves one. Later
              replies appear right away.
            </span>
          </span>
        }
        {...register('holdsFirstReply')}
      />
      <Field
        label="Days with limits"
        help="How long members count as new. 0 turns the limits off."
        error={errors.newcomerDays?.message}
        className="max-w-60"
      >
        <Input inputMode="numeric" {...register('newcomerDays')} />
      </Field>
      {areLimited ? (
        <div className="grid gap-4 sm:max-w-lg sm:grid-cols-2">
          <Field label="Replies a day" error={errors.newcomerReplies?.message}>
            <Input inputMode="numeric" {...register('newcomerReplies')} />
          </Field>
          <Field label="Reports a day" error={errors.newcomerReports?.message}>
            <Input inputMode="numeric" {...register('newcomerReports')} />
          </Field>
        </div>
      ) : null}
    </div>
  )
}
