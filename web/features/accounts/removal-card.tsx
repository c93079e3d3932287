import { type ComponentProps, type ReactElement, useState } from 'react'
import { z } from 'zod'
import { AccountRemoval, OneTimeCode, type User } from '#contract/accounts.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { CodeInput } from '#web/features/accounts/code-input.tsx'
import { leaveAccount } from '#web/features/accounts/leave-account.ts'
import { removeAccount, requestCode } from '#web/features/accounts/queries.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '#web/ui/dialog.tsx'
import { Field, FieldError } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { Radio } from '#web/ui/radio.tsx'
import { toastError } from '#web/ui/toast-store.ts'

const RemovalInput = AccountRemoval.extend({
  password: z.string(),
  code: z.string(),
  /** Null until one is chosen. */
  stories: z.string().nullable().pipe(AccountRemoval.shape.stories),
  isSure: z.boolean().refine(Boolean, 'Check the box to continue.'),
})

const INPUTS = {
  password: RemovalInput.extend({ password: z.string().min(1, 'Enter your password.') }),
  code: RemovalInput.extend({ code: OneTimeCode }),
  none: RemovalInput,
} as const

/** The consequences of deleting an account; see `server/features/account-data/deletion.ts`. */
const CONSEQUENCES: readonly [what: string, text: string][] = [
  [
    'Your account and private writing',
    'Deleted for good: your journal, daily actions, guidance requests and prayer requests.',
  ],
  [
    'Your stories and replies',
    'You choose: we remove them, or those that are published stay without your name. Stories that aren’t published are deleted in any case.',
  ],
  [
    'Your purchases',
    'You can’t open or download them anymore. The payments stay in our records without your name, and our payment service keeps its own.',
  ],
  [
    'A running subscription',
    'It ends right away, and you won’t be charged again. The time that’s left isn’t refunded.',
  ],
  ['Your community username', 'Nobody can use it for a year.'],
]

export function ConsequencesCard(): ReactElement {
  return (
    <SectionCard title="What happens">
      <dl className="flex flex-col gap-4">
        {CONSEQUENCES.map(([what, text]) => (
          <div key={what}>
            <dt className="font-medium">{what}</dt>
            <dd className="text-ink-quiet">{text}</dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  )
}

const FINAL = 'This can’t be undone. Nobody can restore your account, not even an administrator.'

export function RemovalCard(): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <SectionCard title="When you’re ready" description={FINAL}>
      <Dialog open={isOpen} onOpenChange={setIsOpen}>
        <DialogTrigger>
          <Button variant="outline" className="text-destructive">
            Delete account
          </Button>
        </DialogTrigger>
        <DialogContent title="Delete your account?" description={FINAL}>
          <RemovalForm onCancel={() => setIsOpen(false)} />
        </DialogContent>
      </Dialog>
    </SectionCard>
  )
}

/** Proof of identity. A second factor, where there is one, is requested after the form is sent. */
type Proof = 'password' | 'code' | 'none'

function proofOf({ hasPassword, factors }: User): Proof {
  if (hasPassword) return 'password'
  return factors.passkeys > 0 || factors.totp ? 'none' : 'code'
}

/** Asks for proof of identity, whether stories stay, and a confirmation. */
function RemovalForm({ onCancel }: { onCancel: () => void }): ReactElement {
  const member = useMember()
  const proof = proofOf(member)
  const { form, ...removal } = useServerForm({
    initial: { password: '', code: '', stories: null, isSure: false },
    values: INPUTS[proof],
    save: ({ password, code, stories }) => {
      const given = proof === 'none' ? {} : proof === 'password' ? { password } : { code }
      const remove = () => removeAccount({ stories, ...given })
      return leaveAccount(member.id, remove, '/#account-deleted')
    },
  })
  const { errors } = form.formState
  return (
    <Form noValidate onSubmit={removal.submit} className="flex flex-col gap-5">
      {removal.sentence ? <Notice variant="error">{removal.sentence}</Notice> : null}
      <fieldset
        className="flex flex-col gap-1"
        aria-describedby={errors.stories ? 'stories-error' : undefined}
      >
        <legend className="mb-1 font-medium">Your stories and replies</legend>
        <Radio value="remove" {...form.register('stories')}>
          Remove them
        </Radio>
        <Radio value="keep" {...form.register('stories')}>
          Keep them, without an author
        </Radio>
        <FieldError id="stories-error">{errors.stories?.message}</FieldError>
      </fieldset>
      {proof === 'password' ? (
        <Field label="Password" error={errors.password?.message} required>
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </Field>
      ) : null}
      {proof === 'code' ? (
        <EmailedCode
          email={member.email}
          error={errors.code?.message}
          input={form.register('code')}
        />
      ) : null}
      <div>
        <Checkbox
          label="I understand that this can’t be undone."
          aria-invalid={errors.isSure ? true : undefined}
          aria-describedby={errors.isSure ? 'sure-error' : undefined}
          {...form.register('isSure')}
        />
        <FieldError id="sure-error">{errors.isSure?.message}</FieldError>
      </div>
      <DialogFooter className="mt-2">
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="destructive" busy={removal.isSaving || removal.isSaved}>
          Delete account
        </Button>
      </DialogFooter>
    </Form>
  )
}

/** Shown for an account that signs in with emailed codes only. */
function EmailedCode(props: {
  email: string
  error: string | undefined
  input: ComponentProps<'input'>
}): ReactElement {
  const sending = useSending({
    mutationFn: requestCode,
    onError: (error) => toastError('Error', error),
  })
  return (
    <Field
      label="Code"
      help={
        sending.isSuccess
          ? `The 6 digits that we sent to ${props.email}. They work for 10 minutes.`
          : 'Your account has no password, so we’ll email you a code.'
      }
      error={props.error}
      required
    >
      <div className="flex flex-wrap gap-2">
        <CodeInput className="min-w-0 flex-1 basis-[5rem]" {...props.input} />
        <Button
          variant="outline"
          busy={sending.isPending}
          onClick={() => sending.mutate(props.email)}
        >
          {sending.isSuccess ? 'Send again' : 'Send code'}
        </Button>
      </div>
    </Field>
  )
}
