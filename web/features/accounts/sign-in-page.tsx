import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { Credentials, EmailBody } from '#contract/accounts.ts'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { CodeSignIn, findCodeRequest } from '#web/features/accounts/code-sign-in.tsx'
import { PasskeySignIn } from '#web/features/accounts/factors/passkey-sign-in.tsx'
import { sendResetLink } from '#web/features/accounts/queries.ts'
import { SignInRefusal } from '#web/features/accounts/sign-in-refusal.tsx'
import {
  isFactorRequired,
  isWrongPassword,
  signInToast,
  UNABLE_TO_SIGN_IN,
} from '#web/features/accounts/sign-in-toast.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { hasEarlyInput } from '#web/lib/early-input.ts'
import { withNext } from '#web/lib/safe-next.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { useVisit } from '#web/lib/visit.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'

export function SignInPage(): ReactElement {
  const { next } = useSearch({ from: '/auth' })
  const [isByCode, setIsByCode] = useStoredState(
    // The password form has anything the person typed in the meantime.
    () => !hasEarlyInput() && findCodeRequest(new Date()) !== undefined,
    false,
  )
  const navigate = useNavigate()
  const handleFactor = (): void => void navigate({ to: '/auth/code', search: { next } })
  return (
    <AccountFrame
      title="Welcome back"
      intro={
        isByCode
          ? "We'll email you a code. No password needed."
          : 'Sign in and pick up where you left off.'
      }
      footer={
        <p>
          Don't have an account?{' '}
          <Button asChild variant="link">
            <Link to="/register" search={{ next }}>
              Create one here
            </Link>
          </Button>
        </p>
      }
    >
      {isByCode ? (
        <CodeSignIn next={next} onFactor={handleFactor} />
      ) : (
        <PasswordSignIn next={next} onFactor={handleFactor} />
      )}
      <p aria-hidden className="flex items-center noscript:hidden gap-3 text-sm text-ink-quiet">
        <span className="h-px grow bg-line" />
        or
        <span className="h-px grow bg-line" />
      </p>
      <Button variant="outline" className="noscript:hidden" onClick={() => setIsByCode(!isByCode)}>
        {isByCode ? 'Sign in with a password' : 'Sign in with a one-time code'}
      </Button>
      <PasskeySignIn />
      <noscript>
        <p className="text-sm text-ink-quiet">
          A code by email, a passkey or a new password needs JavaScript.
        </p>
      </noscript>
    </AccountFrame>
  )
}

/** Calls `onFactor` when the password is correct and a second step is required. */
function PasswordSignIn(props: { next: string | undefined; onFactor: () => void }): ReactElement {
  const { next, onFactor } = props
  const { login } = useAuth()
  const { refusal } = useVisit()
  const { form, ...signIn } = useServerForm({
    initial: { username: refusal?.values.username ?? '', password: '' },
    values: Credentials,
    save: (credentials) => login(credentials),
    failed: (error) => (isFactorRequired(error) ? undefined : signInToast(error)),
    onFailed: (error) => {
      if (isFactorRequired(error)) onFactor()
      if (!isWrongPassword(error)) return
      form.setError('password', { message: sentenceOf(error) }, { shouldFocus: true })
    },
  })
  const { errors } = form.formState
  // A toast goes away, and why an account is suspended must be read in peace.
  const isSaid = isFactorRequired(signIn.error) || isWrongPassword(signIn.error)
  const failure = isSaid ? undefined : signIn.sentence
  const sentence = signIn.error ? failure : refusal?.sentence
  return (
    <div className="flex flex-col gap-3">
      <Form
        noValidate
        action={withNext('/auth', next)}
        onSubmit={signIn.submit}
        className="flex flex-col gap-5"
      >
        <SignInRefusal sentence={sentence} error={signIn.error} />
        <Field
          label="Username or email"
          error={errors.username?.message ?? refusal?.fields.username}
          required
        >
          <Input
            defaultValue={refusal?.values.username}
            autoCapitalize="none"
            autoComplete="username webauthn"
            spellCheck={false}
            {...form.register('username')}
          />
        </Field>
        <Field
          label="Password"
          error={errors.password?.message ?? refusal?.fields.password}
          required
        >
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </Field>
        <Button type="submit" size="lg" busy={signIn.isSaving || signIn.isSaved}>
          Sign In
        </Button>
      </Form>
      <ForgotPasswordDialog
        suggestedEmail={() => form.getValues('username')}
        onSent={() => {
          signIn.forgetError()
          form.clearErrors()
        }}
      />
    </div>
  )
}

interface ForgotPasswordDialogProps {
  /** The text that the member already typed on the page; prefilled if it is an email address. */
  suggestedEmail: () => string
  /** Called when the link was sent, before the message about it. */
  onSent: () => void
}

/**
 * Must not be rendered inside a form, because a submit in the dialog bubbles to the form around it.
 */
function ForgotPasswordDialog(props: ForgotPasswordDialogProps): ReactElement {
  const { suggestedEmail, onSent } = props
  const [isOpen, setIsOpen] = useState(false)
  const handleSent = (): void => {
    setIsOpen(false)
    onSent()
  }
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger>
        <Button variant="link" className="self-center noscript:hidden">
          Forgot Password?
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Forgot your password?"
        description="Enter your email address. We’ll send you a link to set a new password."
      >
        <ForgotPasswordForm email={suggestedEmail()} onSent={handleSent} />
      </DialogContent>
    </Dialog>
  )
}

interface ForgotPasswordFormProps {
  email: string
  onSent: () => void
}

function ForgotPasswordForm({ email, onSent }: ForgotPasswordFormProps): ReactElement {
  const { form, ...sending } = useServerForm({
    initial: { email: email.includes('@') ? email : '' },
    values: EmailBody,
    save: (input) => sendResetLink(input.email),
    done: {
      title: 'Check your email',
      description: 'Instructions to reset your password have been sent',
    },
    failed: UNABLE_TO_SIGN_IN,
    onSaved: onSent,
  })
  return (
    <Form noValidate onSubmit={sending.submit} className="flex flex-col gap-4">
      {sending.sentence ? <Notice variant="error">{sending.sentence}</Notice> : null}
      <Field label="Email" error={form.formState.errors.email?.message} required>
        <Input type="email" autoComplete="email" {...form.register('email')} />
      </Field>
      <DialogFooter className="mt-2">
        <Button type="submit" busy={sending.isSaving}>
          Send Link
        </Button>
      </DialogFooter>
    </Form>
  )
}
