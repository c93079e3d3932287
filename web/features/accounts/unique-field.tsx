import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import {
  type Availability,
  availabilityMessage,
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

/** An input whose value must be unique, with its availability shown as the user types. */
export function UniqueField(props: UniqueFieldProps): ReactElement {
  const { input, label, help, form, availability, ...control } = props
  const error = form.formState.errors[input]?.message
  const problem = problemOf(input, useWatch({ control: form.control, name: input }))
  const isWrong = problem !== undefined || availability === 'taken'
  const message = problem ?? availabilityMessage(input, availability)
  return (
    <Field
      label={label}
      help={help}
      error={error}
      status={
        error ? null : (
          <span className={isWrong ? 'font-medium text-destructive' : ''}>{message}</span>
        )
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
