import { type ReactElement, useEffect } from 'react'
import { z } from 'zod'
import { EmailBody, OneTimeCode } from '#contract/accounts.ts'
import { CodeInput } from '#web/features/accounts/code-input.tsx'
import { requestCode, verifyCode } from '#web/features/accounts/queries.ts'
import { SignInRefusal } from '#web/features/accounts/sign-in-refusal.tsx'
import { CODE_NOT_SENT, isFactorRequired } from '#web/features/accounts/sign-in-toast.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { clearDraft, readDraft, tabStorage, writeDraft } from '#web/lib/drafts.ts'
import { withNext } from '#web/lib/safe-next.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'

const CodeForm = z.object({ code: OneTimeCode })

const KEY = 'code-request'

/** The lifetime of a code. */
const LIFETIME_MS = 10 * 60 * 1000

const CodeRequest = z.object({ email: z.string(), requestedAt: z.number() })

/** Sign-in with an emailed code: first the address, then the code. */
export function CodeSignIn(props: {
  next: string | undefined
  onFactor: () => void
}): ReactElement {
  const { next, onFactor } = props
  const [email, setEmail] = useStoredState(() => findCodeRequest(new Date()), undefined)
  const handleSent = (sentTo: string): void => {
    saveCodeRequest(sentTo, new Date())
    setEmail(sentTo)
  }
  const handleBack = (): void => {
    forgetCodeRequest()
    setEmail(undefined)
  }
  return email === undefined ? (
    <RequestCodeForm onSent={handleSent} />
  ) : (
    <VerifyCodeForm email={email} next={next} onBack={handleBack} onFactor={onFactor} />
  )
}

function RequestCodeForm({ onSent }: { onSent: (email: string) => void }): ReactElement {
  const { form, ...sending } = useServerForm({
    initial: { email: '' },
    values: EmailBody,
    save: ({ email }) => requestCode(email),
    done: { title: 'OTP Sent', description: 'Check your email for the login code' },
    failed: CODE_NOT_SENT,
    onSaved: (_, { email }) => onSent(email),
  })
  const { setFocus } = form
  useEffect(() => setFocus('email'), [setFocus])
  return (
    <Form noValidate onSubmit={sending.submit} className="flex flex-col gap-5">
      {sending.sentence ? <Notice variant="error">{sending.sentence}</Notice> : null}
      <Field label="Email" error={form.formState.errors.email?.message} required>
        <Input type="email" autoComplete="email" {...form.register('email')} />
      </Field>
      <Button type="submit" size="lg" busy={sending.isSaving}>
        Request Code
      </Button>
    </Form>
  )
}

interface VerifyCodeFormProps {
  /** The address that the code was sent to. */
  email: string
  /** The page to open afterwards. */
  next: string | undefined
  /** Called to enter another address. */
  onBack: () => void
  /** Called when the code is correct and a second step is required. */
  onFactor: () => void
}

function VerifyCodeForm(props: VerifyCodeFormProps): ReactElement {
  const { email, next, onBack, onFactor } = props
  const resending = useAction({
    call: () => requestCode(email),
    done: { title: 'Code Sent', description: 'Check your email for the login code' },
    failed: CODE_NOT_SENT,
    onDone: () => {
      saveCodeRequest(email, new Date())
      form.reset()
      setFocus('code')
    },
  })
  const { form, ...verification } = useServerForm({
    initial: { code: '' },
    values: CodeForm,
    save: ({ code }) => verifyCode({ email, code }),
    failed: (error) =>
      isFactorRequired(error)
        ? undefined
        : { title: 'Login failed', description: sentenceOf(error) },
    onSaved: ({ hasPassword }) => {
      forgetCodeRequest()
      if (hasPassword) window.location.reload()
      else window.location.assign(withNext('/choose-password', next))
    },
    onFailed: (error) => {
      if (!isFactorRequired(error)) return
      forgetCodeRequest()
      onFactor()
    },
  })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  const error = verification.error ?? resending.error
  const sentence = error && !isFactorRequired(error) ? sentenceOf(error) : undefined
  return (
    <Form noValidate onSubmit={verification.submit} className="flex flex-col gap-5">
      <SignInRefusal sentence={sentence} error={error} />
      <Field
        label="Code"
        help={`The 6 digits that we sent to ${email}. They work for 10 minutes.`}
        error={form.formState.errors.code?.message}
        required
      >
        <CodeInput {...form.register('code')} />
      </Field>
      <Button type="submit" size="lg" busy={verification.isSaving || verification.isSaved}>
        Verify Code
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4">
        <Button
          variant="link"
          busy={resending.isPending}
          onClick={() => {
            verification.forgetError()
            resending.run()
          }}
        >
          Send a new code
        </Button>
        <Button variant="link" onClick={onBack}>
          Use another address
        </Button>
      </div>
    </Form>
  )
}

/** The address that a code was sent to, known even if the phone has reloaded the page since. */
export function findCodeRequest(now: Date): string | undefined {
  const request = readDraft(KEY, CodeRequest, tabStorage)
  const isAlive = request && now.getTime() - request.requestedAt < LIFETIME_MS
  return isAlive ? request.email : undefined
}

function saveCodeRequest(email: string, now: Date): void {
  writeDraft(KEY, { email, requestedAt: now.getTime() }, tabStorage)
}

function forgetCodeRequest(): void {
  clearDraft(KEY, tabStorage)
}
