import type { ReactElement } from 'react'
import { z } from 'zod'
import { JOINING_LIMITS, NewApplication } from '#contract/joining.ts'
import { CodeInput } from '#web/features/accounts/code-input.tsx'
import { requestCode, sendApplication } from '#web/features/accounts/queries.ts'
import { CODE_SENT } from '#web/features/accounts/sign-in-toast.ts'
import { tabStorage } from '#web/lib/drafts.ts'
import { noticeOf, showFieldErrors } from '#web/lib/field-errors.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

const Draft = z.object({ email: z.string(), message: z.string() })

const EMPTY = { email: '', message: '', code: '' }
const NAMES = ['email', 'message', 'code'] as const

function isEmptyDraft({ email, message }: z.infer<typeof Draft>): boolean {
  return email === '' && message === ''
}

/** Asks to join: a verified address and a few sentences. */
export function ApplicationForm(): ReactElement {
  const { form, submit, ...sending } = useServerForm({
    initial: EMPTY,
    values: NewApplication,
    draft: { key: 'application', schema: Draft, isEmpty: isEmptyDraft, storage: tabStorage },
    save: async (application) => {
      coding.reset()
      await sendApplication(application)
      return application
    },
  })
  const coding = useAction({
    call: async (email: string) => {
      await requestCode(email)
      return email.trim()
    },
    done: CODE_SENT,
    onDone: () => form.setFocus('code'),
    onFailed: (error) => showFieldErrors(form, { error, names: NAMES }),
  })
  const handleCode = async (): Promise<void> => {
    if (await form.trigger('email', { shouldFocus: true })) coding.run(form.getValues('email'))
  }
  const notice = coding.error ? noticeOf(coding.error, NAMES) : sending.notice
  const { errors } = form.formState
  if (sending.saved) {
    return (
      <Notice variant="success" title="Your application was sent">
        We’ll email our answer to {sending.saved.email}. If you don’t hear from us within 30 days,
        your application is deleted, and you can apply again.
      </Notice>
    )
  }
  return (
    <Form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {notice ? <Notice variant="error">{notice}</Notice> : null}
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
          coding.data
            ? `A code is on its way to ${coding.data}. It works for 10 minutes.`
            : 'We’ll email you a code to confirm your address.'
        }
        error={errors.code?.message}
        required
      >
        <div className="flex gap-2">
          <CodeInput {...form.register('code')} />
          <Button variant="outline" busy={coding.isPending} onClick={() => void handleCode()}>
            {coding.data ? 'Send again' : 'Send code'}
          </Button>
        </div>
      </Field>
      <Button type="submit" size="lg" busy={sending.isSaving}>
        Send application
      </Button>
    </Form>
  )
}
