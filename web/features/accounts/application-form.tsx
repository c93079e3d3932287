import { type ReactElement, useState } from 'react'
import { z } from 'zod'
import { JOINING_LIMITS, NewApplication } from '#contract/joining.ts'
import { AdultField } from '#web/features/accounts/adult-field.tsx'
import { CodeInput } from '#web/features/accounts/code-input.tsx'
import { requestCode, sendApplication } from '#web/features/accounts/queries.ts'
import { CODE_SENT } from '#web/features/accounts/sign-in-toast.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { tabStorage } from '#web/lib/drafts.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast-store.ts'

const Draft = z.object({ email: z.string(), message: z.string() })

const EMPTY = { email: '', message: '', code: '', isAdult: false }

function isEmptyDraft({ email, message }: z.infer<typeof Draft>): boolean {
  return email === '' && message === ''
}

/** Asks to join: a verified address and a few sentences. */
export function ApplicationForm(): ReactElement {
  const [sentTo, setSentTo] = useState<string>()
  const coding = useSending({
    mutationFn: requestCode,
    onSuccess: () => {
      toast(CODE_SENT)
      form.setFocus('code')
    },
  })
  const { form, ...sending } = useServerForm({
    initial: EMPTY,
    values: NewApplication,
    save: (application) => sendApplication(application),
    draft: { key: 'application', schema: Draft, isEmpty: isEmptyDraft, storage: tabStorage },
    onSaved: (_, { email }) => setSentTo(email),
  })
  const handleCode = async (): Promise<void> => {
    sending.forgetError()
    if (await form.trigger('email', { shouldFocus: true })) coding.mutate(form.getValues('email'))
  }
  const { errors } = form.formState
  const sentence = sending.sentence ?? (coding.error ? sentenceOf(coding.error) : undefined)
  if (sentTo !== undefined) {
    return (
      <Notice variant="success" title="Your application was sent">
        We’ll email our answer to {sentTo}. If you don’t hear from us within 30 days, your
        application is deleted, and you can apply again.
      </Notice>
    )
  }
  return (
    <Form noValidate onSubmit={sending.submit} className="flex flex-col gap-5">
      {sentence ? <Notice variant="error">{sentence}</Notice> : null}
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
        <div className="flex flex-wrap gap-2">
          <CodeInput className="min-w-0 flex-1 basis-[5rem]" {...form.register('code')} />
          <Button variant="outline" busy={coding.isPending} onClick={() => void handleCode()}>
            {coding.isSuccess ? 'Send again' : 'Send code'}
          </Button>
        </div>
      </Field>
      <AdultField error={errors.isAdult?.message} input={form.register('isAdult')} />
      <Button type="submit" size="lg" busy={sending.isSaving}>
        Send application
      </Button>
    </Form>
  )
}
