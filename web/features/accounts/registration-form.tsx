import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { Registration, type User } from '#contract/accounts.ts'
import { AdultField } from '#web/features/accounts/adult-field.tsx'
import { CodeInput } from '#web/features/accounts/code-input.tsx'
import {
  type Availability,
  availabilityMessage,
  candidateOf,
  problemOf,
  revealsIdentity,
  TAKEN,
  type UniqueInput,
} from '#web/features/accounts/pseudonym.ts'
import { availabilityQuery, requestCode } from '#web/features/accounts/queries.ts'
import { CODE_SENT } from '#web/features/accounts/sign-in-toast.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { tabStorage } from '#web/lib/drafts.ts'
import { deviceTimeZone } from '#web/lib/time-zone.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { dismissToasts, toast } from '#web/ui/toast-store.ts'

/** Member document, section 5. */
const DEBOUNCE_MS = 500

type RegistrationInput = z.input<typeof Registration>

type RegistrationFormState = UseFormReturn<RegistrationInput, unknown, Registration>

/** The fields kept through a reload: neither the password nor the code. */
const Draft = z.object({ username: z.string(), email: z.string(), anonymousUsername: z.string() })

/** In the order of the page, so that an error focuses the first invalid input. */
const EMPTY = {
  username: '',
  email: '',
  otp: '',
  password: '',
  anonymousUsername: '',
  isAdult: false,
}

interface RegistrationFormProps {
  /** The key of the draft, which lasts as long as the tab. */
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
  const client = useQueryClient()
  const { form, ...creation } = useServerForm({
    initial: EMPTY,
    values: Registration,
    save: (registration) => props.create({ ...registration, timeZone: deviceTimeZone() }),
    draft: { key: draftKey, schema: Draft, isEmpty: isEmptyDraft, storage: tabStorage },
    failed: 'Registration failed',
    focusesErrors: false,
    onSaved: props.onCreated,
  })
  const availability = useAvailabilities(form, props.invitation)
  const isChecking = Object.values(availability).includes('checking')
  const handleSubmit = form.handleSubmit(async (registration) => {
    const taken = await takenInputs({ client, form, availability, invitation: props.invitation })
    for (const input of taken) form.setError(input, { message: TAKEN[input] })
    if (taken.length === 0) creation.send(registration)
  })
  const { errors, submitCount, isSubmitting } = form.formState
  const formRef = useRef<HTMLFormElement>(null)
  // The form library focuses inputs in the order of registration and doesn't know about taken names.
  useEffect(() => {
    if (submitCount > 0) focusFirstInvalid(formRef.current)
  }, [submitCount])
  const isBusy = creation.isSaving || creation.isSaved || isSubmitting

  return (
    <Form ref={formRef} noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
      {creation.sentence ? <Notice variant="error">{creation.sentence}</Notice> : null}
      <UniqueField
        input="username"
        label="Username"
        help="For signing in. Other members don’t see it."
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
      <AdultField error={errors.isAdult?.message} input={form.register('isAdult')} />
      {/* It can be reached and pressed while it is disabled. */}
      <Button type="submit" size="lg" busy={isBusy} aria-disabled={isChecking || undefined}>
        {submitLabel}
      </Button>
    </Form>
  )
}

function isEmptyDraft(draft: z.infer<typeof Draft>): boolean {
  return Object.values(draft).every((text) => text === '')
}

/** Whether each unique input is available. */
function useAvailabilities(
  form: RegistrationFormState,
  invitation: string | undefined,
): Record<UniqueInput, Availability> {
  const [username, email, anonymousUsername] = useWatch({
    control: form.control,
    name: ['username', 'email', 'anonymousUsername'],
  })
  return {
    username: useAvailability('username', username, invitation),
    email: useAvailability('email', email, invitation),
    anonymousUsername: useAvailability('anonymousUsername', anonymousUsername, invitation),
  }
}

/** The inputs whose values are taken. The result of a check that is under way is waited for. */
async function takenInputs(input: {
  client: QueryClient
  form: RegistrationFormState
  availability: Record<UniqueInput, Availability>
  invitation: string | undefined
}): Promise<UniqueInput[]> {
  const { client, form, availability, invitation } = input
  const isTaken = async (name: UniqueInput): Promise<boolean> => {
    const candidate = candidateOf(name, form.getValues(name))
    if (availability[name] !== 'checking' || candidate === undefined) {
      return availability[name] === 'taken'
    }
    const query = availabilityQuery(name, candidate, invitation)
    // Without a result, the server decides.
    const check = await client.ensureQueryData(query).catch(() => undefined)
    return check?.available === false
  }
  const names = ['username', 'email', 'anonymousUsername'] as const
  const found = await Promise.all(names.map(isTaken))
  return names.filter((_, index) => found[index])
}

function focusFirstInvalid(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

/** The optional code that verifies the email address, and the button that sends it. */
function CodeField({ form }: { form: RegistrationFormState }): ReactElement {
  const sending = useSending({
    mutationFn: requestCode,
    onSuccess: () => {
      toast(CODE_SENT)
      form.setFocus('otp')
    },
    onError: () =>
      toast({
        title: 'Error',
        description: 'Failed to send verification code',
        variant: 'destructive',
      }),
  })
  const failure = sending.error ? sentenceOf(sending.error) : undefined
  const handleSend = async (): Promise<void> => {
    dismissToasts()
    if (await form.trigger('email', { shouldFocus: true })) sending.mutate(form.getValues('email'))
  }
  return (
    <Field
      label="Verification code (optional)"
      help={
        sending.isSuccess
          ? `A code is on its way to ${sending.variables.trim()}. It works for 10 minutes.`
          : 'Confirms your email address. You can also do this later.'
      }
      error={form.formState.errors.otp?.message ?? failure}
    >
      <div className="flex flex-wrap gap-2">
        <CodeInput className="min-w-0 flex-1 basis-[5rem]" {...form.register('otp')} />
        <Button variant="outline" busy={sending.isPending} onClick={() => void handleSend()}>
          {sending.isSuccess ? 'Send again' : 'Send code'}
        </Button>
      </div>
    </Field>
  )
}

interface PseudonymFieldProps {
  form: RegistrationFormState
  availability: Availability
}

/** The community username, with a warning when it gives the person away. */
function PseudonymField({ form, availability }: PseudonymFieldProps): ReactElement {
  const [anonymousUsername, username, email] = useWatch({
    control: form.control,
    name: ['anonymousUsername', 'username', 'email'],
  })
  return (
    <div className="flex flex-col gap-3">
      <UniqueField
        input="anonymousUsername"
        label="Community username"
        help="This is the only name others see."
        form={form}
        availability={availability}
        autoComplete="off"
      />
      {revealsIdentity({ anonymousUsername, username, email }) ? (
        <Notice title="This name may give you away">
          It contains your username or a part of your email, so people who know those could
          recognize you. Another name keeps you anonymous.
        </Notice>
      ) : null}
    </div>
  )
}

interface UniqueFieldProps extends Omit<ComponentProps<'input'>, 'form'> {
  input: UniqueInput
  label: string
  help?: ReactNode
  form: RegistrationFormState
  availability: Availability
}

/** An input whose value must be unique, with its availability shown as the user types. */
function UniqueField(props: UniqueFieldProps): ReactElement {
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

/** Whether the value of an input is available, checked once the member stops typing. */
function useAvailability(input: UniqueInput, text: string, invitation?: string): Availability {
  const candidate = candidateOf(input, text)
  const settled = useDebounced(candidate, DEBOUNCE_MS)
  // Each value has its own query, so a late response cannot apply to another value.
  const { data, isFetching } = useQuery({
    ...availabilityQuery(input, settled ?? '', invitation),
    enabled: settled !== undefined && settled === candidate,
  })
  if (candidate === undefined) return 'idle'
  if (candidate !== settled || isFetching) return 'checking'
  if (data === undefined) return 'unknown'
  return data.available ? 'available' : 'taken'
}

function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
