import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { z } from 'zod'
import {
  type InvitationState,
  JOINING_LIMITS,
  type JoiningMode,
  NewApplication,
} from '#contract/joining.ts'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { CodeInput } from '#web/features/accounts/code-input.tsx'
import { useFormFailure } from '#web/features/accounts/form-failure.ts'
import { OpenRegistration, SignInFooter } from '#web/features/accounts/open-registration.tsx'
import { invitationQuery, requestCode, sendApplication } from '#web/features/accounts/queries.ts'
import { CODE_SENT } from '#web/features/accounts/sign-in-toast.ts'
import { clearDraft, tabStorage } from '#web/lib/drafts.ts'
import { useSiteSettings, useSiteTitle } from '#web/lib/site-settings.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useGate } from '#web/lib/use-gate.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast-store.ts'

const DRAFT_KEY = 'application'

const Draft = z.object({ email: z.string(), message: z.string() })

const EMPTY = { email: '', message: '', code: '' }

interface ClosedRegistrationProps {
  mode: Exclude<JoiningMode, 'open'>
  invitation: string | undefined
}

/** The registration page of a community that is not open to everyone. */
export function ClosedRegistration({ mode, invitation }: ClosedRegistrationProps): ReactElement {
  if (mode === 'closed') return <Closed />
  if (invitation) return <Invited token={invitation} />
  return mode === 'asked' ? <ByApplication /> : <ByInvitation />
}

function Closed(): ReactElement {
  const siteTitle = useSiteTitle()
  return (
    <Explained title="Closed for now">
      <p>
        {siteTitle} isn’t taking new members right now. Thank you for your interest. Please check
        back another time.
      </p>
    </Explained>
  )
}

function ByInvitation(): ReactElement {
  const siteTitle = useSiteTitle()
  return (
    <Explained title="By invitation only">
      <p>
        To join {siteTitle}, you need an invitation. If someone sent you one, open the whole link
        from their message.
      </p>
      <p className="text-ink-quiet">Know someone here? Ask them to invite you.</p>
    </Explained>
  )
}

function ByApplication(): ReactElement {
  const siteTitle = useSiteTitle()
  return (
    <Explained title="Ask to join">
      <p>
        Tell the people who run {siteTitle} a little about yourself. If they approve your
        application, you’ll get an invitation by email.
      </p>
      <ApplicationForm />
    </Explained>
  )
}

/** Checks the invitation first, so that nobody fills in the form for one that can't be used. */
function Invited({ token }: { token: string }): ReactElement {
  const siteTitle = useSiteTitle()
  const check = useQuery(invitationQuery(token))
  if (check.data?.state === 'valid') {
    return (
      <OpenRegistration invitation={token}>
        <Notice variant="success" title="You’re invited">
          Create your account to join {siteTitle}. Nobody can see which account your invitation was
          used for.
        </Notice>
      </OpenRegistration>
    )
  }
  return (
    <Explained title="Your invitation">
      {check.error ? <QueryError query={check} /> : null}
      {check.data ? <Ended state={check.data.state} /> : null}
      {check.isPending ? (
        <div role="status" aria-label="Checking your invitation">
          <Skeleton className="h-40" />
        </div>
      ) : null}
    </Explained>
  )
}

const ENDED: Record<Exclude<InvitationState, 'valid'>, string> = {
  used: 'This invitation has already been used.',
  expired: 'This invitation has expired.',
  revoked: 'This invitation no longer works.',
  unknown: 'This invitation isn’t valid.',
}

function Ended({ state }: { state: InvitationState }): ReactElement | null {
  if (state === 'valid') return null
  return (
    <>
      <Notice variant="error" title={ENDED[state]} />
      <p>
        {state === 'unknown'
          ? 'Open the whole link from the message you were sent. If that doesn’t help, ask for a new invitation.'
          : 'Ask the person who sent it for a new one. If you already created an account with it, sign in.'}
      </p>
    </>
  )
}

/** A page with an explanation, and the help address if one is set. */
function Explained({ title, children }: { title: string; children: ReactNode }): ReactElement {
  const helpEmail = useSiteSettings()?.helpEmail
  return (
    <AccountFrame title={title} footer={<SignInFooter />}>
      {children}
      {helpEmail ? (
        <p className="text-sm text-ink-quiet">
          Questions? Write to{' '}
          <a href={`mailto:${helpEmail}`} className="underline underline-offset-4">
            {helpEmail}
          </a>
          .
        </p>
      ) : null}
    </AccountFrame>
  )
}

function isEmptyDraft({ email, message }: z.infer<typeof Draft>): boolean {
  return email === '' && message === ''
}

/** Asks to join: a verified address and a few sentences. */
function ApplicationForm(): ReactElement {
  const form = useDraftForm(
    { key: DRAFT_KEY, schema: Draft, isEmpty: isEmptyDraft, storage: tabStorage },
    { defaultValues: EMPTY, resolver: zodResolver(NewApplication) },
  )
  const failure = useFormFailure(form)
  const gate = useGate()
  const sending = useMutation({
    mutationFn: sendApplication,
    onSuccess: () => clearDraft(DRAFT_KEY, tabStorage),
    onError: (error) => {
      gate.leave()
      failure.show(error)
    },
  })
  const coding = useMutation({
    mutationFn: requestCode,
    onSuccess: () => {
      toast(CODE_SENT)
      form.setFocus('code')
    },
    onError: (error) => failure.show(error),
  })
  const handleCode = async (): Promise<void> => {
    failure.clear()
    if (await form.trigger('email', { shouldFocus: true })) coding.mutate(form.getValues('email'))
  }
  const handleSubmit = form.handleSubmit((application) => {
    failure.clear()
    if (gate.enter()) sending.mutate(application)
  })
  const { errors } = form.formState
  if (sending.isSuccess) {
    return (
      <Notice variant="success" title="Your application was sent">
        We’ll email our answer to {sending.variables.email}. If you don’t hear from us within 30
        days, your application is deleted, and you can apply again.
      </Notice>
    )
  }
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
      {failure.sentence ? <Notice variant="error">{failure.sentence}</Notice> : null}
      <Field label="Email" error={errors.email?.message} required>
        <Input type="email" autoComplete="email" {...form.register('email')} />
      </Field>
      <Field
        label="About you"
        help="A few sentences: what brings you here? Only our team reads this. It’s deleted with our answer."
        error={errors.message?.message}
        required
      >
        <Textarea
          minHeight={140}
          limit={JOINING_LIMITS.application}
          {...form.register('message')}
        />
      </Field>
      <Field
        label="Verification code"
        help={
          coding.isSuccess
            ? `A code is on its way to ${coding.variables.trim()}. It works for 10 minutes.`
            : 'We’ll email you a code to confirm your address.'
        }
        error={errors.code?.message}
        required
      >
        <div className="flex gap-2">
          <CodeInput {...form.register('code')} />
          <Button variant="outline" busy={coding.isPending} onClick={() => void handleCode()}>
            {coding.isSuccess ? 'Send again' : 'Send code'}
          </Button>
        </div>
      </Field>
      <Button type="submit" size="lg" busy={sending.isPending}>
        Send application
      </Button>
    </Form>
  )
}
