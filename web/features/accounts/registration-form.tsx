import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type ReactElement, useEffect, useRef } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { Registration, type User } from '#contract/accounts.ts'
import { type Availability, TAKEN, type UniqueInput } from '#web/features/accounts/availability.ts'
import { CodeField } from '#web/features/accounts/code-field.tsx'
import { useFormFailure } from '#web/features/accounts/form-failure.ts'
import { PseudonymField } from '#web/features/accounts/pseudonym-field.tsx'
import { readDraft, removeDraft, writeDraft } from '#web/features/accounts/session-draft.ts'
import { UniqueField } from '#web/features/accounts/unique-field.tsx'
import { useAvailability } from '#web/features/accounts/use-availability.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { deviceTimeZone } from '#web/lib/time-zone.ts'
import { useGate } from '#web/lib/use-gate.ts'
import { useStoredState, useStoredValues } from '#web/lib/use-stored-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'

export type RegistrationInput = z.input<typeof Registration>
export type RegistrationFormState = UseFormReturn<RegistrationInput, unknown, Registration>

/** The fields kept through a reload: neither the password nor the code. */
const Draft = z.object({ username: z.string(), email: z.string(), anonymousUsername: z.string() })

/** In the order of the page, so that an error focuses the first invalid input. */
const EMPTY = { username: '', email: '', otp: '', password: '', anonymousUsername: '' }

interface RegistrationFormProps {
  /** The session storage key of the draft. */
  draftKey: string
  /** Whether the form offers to verify the email address with an emailed code. */
  hasCode: boolean
  submitLabel: string
  /** The secret from the invitation link. Unless everyone may join, availability checks need it. */
  invitation?: string
  /** Creates the account. Throws an ApiError if refused. */
  create: (registration: Registration) => Promise<User>
  onCreated: () => void
}

/** The form that creates an account, for members and for the first administrator. */
export function RegistrationForm(props: RegistrationFormProps): ReactElement {
  const { draftKey, hasCode, submitLabel } = props
  const [initial] = useStoredState(() => ({ ...EMPTY, ...readDraft(draftKey, Draft) }), EMPTY)
  const form: RegistrationFormState = useForm({
    resolver: zodResolver(Registration),
    defaultValues: initial,
    shouldFocusError: false,
  })
  useStoredValues(form, initial)
  const availability = useKeptDraft(form, props)
  const failure = useFormFailure(form)
  const gate = useGate()
  const creation = useMutation({
    mutationFn: props.create,
    onSuccess: () => {
      removeDraft(draftKey)
      props.onCreated()
    },
    onError: (error) => {
      gate.leave()
      failure.show(error, { title: 'Registration failed', description: sentenceOf(error) })
    },
  })
  const handleSubmit = form.handleSubmit((registration) => {
    failure.clear()
    if (refuseTaken(form, availability) || !gate.enter()) return
    creation.mutate({ ...registration, timeZone: deviceTimeZone() })
  })
  const { errors, submitCount } = form.formState
  const formRef = useRef<HTMLFormElement>(null)
  // The form library would focus inputs in the order of registration and doesn't know about taken
  // names.
  useEffect(() => {
    if (submitCount > 0) focusFirstInvalid(formRef.current)
  }, [submitCount])
  const isBusy = creation.isPending || creation.isSuccess
  const isChecking = Object.values(availability).includes('checking')

  return (
    <Form ref={formRef} noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
      {failure.sentence ? <Notice variant="error">{failure.sentence}</Notice> : null}
      <UniqueField
        input="username"
        label="Username"
        help="For signing in. Other members don't see it."
        form={form}
        availability={availability.username}
        autoComplete="username"
        className="lowercase"
      />
      <UniqueField
        input="email"
        label="Email"
        form={form}
        availability={availability.email}
        type="email"
        autoComplete="email"
      />
      {hasCode ? <CodeField form={form} /> : null}
      <Field
        label="Password"
        help="At least 8 characters. A short sentence is easy to remember and hard to guess."
        error={errors.password?.message}
        required
      >
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </Field>
      <PseudonymField form={form} availability={availability.anonymousUsername} />
      <Button type="submit" size="lg" busy={isBusy} disabled={isChecking}>
        {submitLabel}
      </Button>
    </Form>
  )
}

/** Saves the draft as the user types and checks whether each unique input is available. */
function useKeptDraft(
  form: RegistrationFormState,
  { draftKey, invitation }: Pick<RegistrationFormProps, 'draftKey' | 'invitation'>,
): Record<UniqueInput, Availability> {
  const [username, email, anonymousUsername] = useWatch({
    control: form.control,
    name: ['username', 'email', 'anonymousUsername'],
  })
  useEffect(
    () => writeDraft(draftKey, { username, email, anonymousUsername }),
    [draftKey, username, email, anonymousUsername],
  )
  return {
    username: useAvailability('username', username, invitation),
    email: useAvailability('email', email, invitation),
    anonymousUsername: useAvailability('anonymousUsername', anonymousUsername, invitation),
  }
}

/** Sets an error on each input whose value is known to be taken. Returns whether there is one. */
function refuseTaken(
  form: RegistrationFormState,
  availability: Record<UniqueInput, Availability>,
): boolean {
  const inputs = ['username', 'email', 'anonymousUsername'] as const
  const taken = inputs.filter((input) => availability[input] === 'taken')
  for (const input of taken) form.setError(input, { message: TAKEN[input] })
  return taken.length > 0
}

function focusFirstInvalid(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
