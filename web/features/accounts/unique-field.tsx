import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import {
  type Availability,
  availabilityNews,
  problemOf,
  type UniqueInput,
} from '#web/features/accounts/availability.ts'
import type { RegistrationFormState } from '#web/features/accounts/registration-form.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

interface UniqueFieldProps extends Omit<ComponentProps<'input'>, 'form'> {
  input: UniqueInput
  label: string
  help?: ReactNode
  form: RegistrationFormState
  availability: Availability
}

/** An input whose value nobody else may have, with news about that while it is typed. */
export function UniqueField(props: UniqueFieldProps): ReactElement {
  const { input, label, help, form, availability, ...control } = props
  const error = form.formState.errors[input]?.message
  const problem = problemOf(input, useWatch({ control: form.control, name: input }))
  const isWrong = problem !== undefined || availability === 'taken'
  const news = problem ?? availabilityNews(input, availability)
  return (
    <Field
      label={label}
      help={help}
      error={error}
      status={
        error ? null : <span className={isWrong ? 'font-medium text-destructive' : ''}>{news}</span>
      }
      required
    >
      <Input
        autoCapitalize="none"
        spellCheck={false}
        {...control}
        {...(isWrong ? { 'aria-invalid': true } : {})}
        {...form.register(input)}
      />
    </Field>
  )
}
