import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useEffect, useState } from 'react'
import { z } from 'zod'
import { Email, OneTimeCode, type User } from '#contract/accounts.ts'
import { CodeInput } from '#web/features/accounts/code-input.tsx'
import {
  confirmEmailChange,
  currentUserQuery,
  requestCode,
  securityLogQuery,
  sessionsQuery,
  startEmailChange,
  verifyCode,
} from '#web/features/accounts/queries.ts'
import { CODE_SENT } from '#web/features/accounts/sign-in-toast.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { tabStorage } from '#web/lib/drafts.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast-store.ts'

const AddressInput = z.object({ newEmail: Email })
const CodeInputs = z.object({ code: OneTimeCode })

/** Shows the member's email address and lets them change it. */
export function EmailCard({ member }: { member: User }): ReactElement {
  const [asked, setAsked] = useState<string>()
  const [isChanging, setIsChanging] = useState(false)
  const done = (): void => {
    setAsked(undefined)
    setIsChanging(false)
  }
  return (
    <Card aria-labelledby="email-address">
      <CardHeader>
        <CardTitle id="email-address">Email address</CardTitle>
      </CardHeader>
      <div className="flex flex-col gap-4">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 break-all">{member.email}</span>
          <Badge variant={member.emailVerified ? 'default' : 'gold'}>
            {member.emailVerified ? 'Verified' : 'Not verified'}
          </Badge>
        </p>
        {member.emailVerified ? null : (
          <div>
            <p className="text-sm text-ink-quiet">Until it’s verified, we only email you codes.</p>
            <VerifyEmail email={member.email} />
          </div>
        )}
        {asked ? <CodeForm email={asked} onDone={done} onBack={() => setAsked(undefined)} /> : null}
        {isChanging && !asked ? (
          <AddressForm member={member} onSent={setAsked} onCancel={done} />
        ) : null}
        {isChanging ? null : (
          <Button variant="outline" className="self-start" onClick={() => setIsChanging(true)}>
            Change email
          </Button>
        )}
      </div>
    </Card>
  )
}

interface AddressFormProps {
  member: User
  onSent: (email: string) => void
  onCancel: () => void
}

const ADDRESS_DRAFT = {
  schema: z.object({ newEmail: z.string() }),
  isEmpty: ({ newEmail }: { newEmail: string }) => !newEmail.trim(),
  storage: tabStorage,
}

function AddressForm({ member, onSent, onCancel }: AddressFormProps): ReactElement {
  const { form, ...sending } = useServerForm({
    initial: { newEmail: '' },
    values: AddressInput,
    save: ({ newEmail }) => startEmailChange(newEmail),
    draft: { ...ADDRESS_DRAFT, key: `email-change:${member.id}` },
    onSaved: (_, { newEmail }) => onSent(newEmail),
  })
  return (
    <Form noValidate onSubmit={sending.submit} className="flex flex-col gap-4">
      {sending.sentence ? <Notice variant="error">{sending.sentence}</Notice> : null}
      <Field
        label="New email"
        help="We’ll send a code to this address. We’ll also send your current address a link that can undo the change for 7 days."
        error={form.formState.errors.newEmail?.message}
        required
      >
        <Input type="email" autoComplete="email" maxLength={254} {...form.register('newEmail')} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={sending.isSaving}>
          Send code
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

interface CodeFormProps {
  email: string
  onDone: () => void
  onBack: () => void
}

function CodeForm({ email, onDone, onBack }: CodeFormProps): ReactElement {
  const queryClient = useQueryClient()
  const { form, ...confirming } = useServerForm({
    initial: { code: '' },
    values: CodeInputs,
    save: ({ code }) => confirmEmailChange(code),
    done: 'Email changed',
    onSaved: (user) => {
      queryClient.setQueryData(currentUserQuery.queryKey, user)
      void queryClient.invalidateQueries(securityLogQuery)
      onDone()
    },
  })
  return (
    <Form noValidate onSubmit={confirming.submit} className="flex flex-col gap-4">
      {confirming.sentence ? <Notice variant="error">{confirming.sentence}</Notice> : null}
      <Field
        label="Code"
        help={
          <>
            We sent an email to <span className="break-all">{email}</span>. The code in it works for
            10 minutes.
          </>
        }
        error={form.formState.errors.code?.message}
        required
      >
        <CodeInput {...form.register('code')} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={confirming.isSaving}>
          Confirm new email
        </Button>
        <Button variant="ghost" onClick={onBack}>
          Use a different email
        </Button>
      </div>
    </Form>
  )
}

/** Verifies the signed-in member's address: sends a code by email, then asks for it. */
function VerifyEmail({ email }: { email: string }): ReactElement {
  const sending = useSending({
    mutationFn: requestCode,
    onSuccess: () => {
      toast(CODE_SENT)
    },
  })
  return (
    <div className="mt-2 flex flex-col gap-3">
      {sending.error ? <Notice variant="error">{sentenceOf(sending.error)}</Notice> : null}
      {sending.isSuccess ? <VerificationForm email={email} /> : null}
      <Button
        variant="outline"
        busy={sending.isPending}
        onClick={() => sending.mutate(email)}
        className="self-start"
      >
        {sending.isSuccess ? 'Send a new code' : 'Verify email'}
      </Button>
    </div>
  )
}

function VerificationForm({ email }: { email: string }): ReactElement {
  const queryClient = useQueryClient()
  const { form, ...verification } = useServerForm({
    initial: { code: '' },
    values: CodeInputs,
    save: ({ code }) => verifyCode({ email, code }),
    done: 'Email verified',
    onSaved: async (user) => {
      queryClient.setQueryData(currentUserQuery.queryKey, user)
      await queryClient.invalidateQueries(sessionsQuery)
    },
  })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  return (
    <Form noValidate onSubmit={verification.submit} className="flex flex-col gap-3">
      {verification.sentence ? <Notice variant="error">{verification.sentence}</Notice> : null}
      <Field
        label="Code"
        help="The 6 digits that we emailed you. They work for 10 minutes."
        error={form.formState.errors.code?.message}
        required
      >
        <CodeInput {...form.register('code')} />
      </Field>
      <Button type="submit" busy={verification.isSaving} className="self-start">
        Verify Code
      </Button>
    </Form>
  )
}
