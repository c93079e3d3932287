import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactElement } from 'react'
import { z } from 'zod'
import { JOINING_LIMITS, NewApplication } from '#contract/joining.ts'
import { AdultField } from '#web/features/accounts/adult-field.tsx'
import { CodeInput } from '#web/features/accounts/code-input.tsx'
import { useFormFailure } from '#web/features/accounts/form-failure.ts'
import { requestCode, sendApplication } from '#web/features/accounts/queries.ts'
import { CODE_SENT } from '#web/features/accounts/sign-in-toast.ts'
import { clearDraft, tabStorage } from '#web/lib/drafts.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useGate } from '#web/lib/use-gate.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast-store.ts'

const DRAFT_KEY = 'application'

const Draft = z.object({ email: z.string(), message: z.string() })

const EMPTY = { email: '', message: '', code: '', isAdult: false }

function isEmptyDraft({ email, message }: z.infer<typeof Draft>): boolean {
  return email === '' && message === ''
}

/** Asks to join: a verified address and a few sentences. */
export function ApplicationForm(): ReactElement {
  const form = useDraftForm(
    { key: DRAFT_KEY, schema: Draft, isEmpty: isEmptyDraft, storage: tabStorage },
    { defaultValues: EMPTY, resolver: zodResolver(NewApplication) },
  )
  const failure = useFormFailure(form)
  const gate = useGate()
  const sending = useSending({
    mutationFn: sendApplication,
    onSuccess: () => clearDraft(DRAFT_KEY, tabStorage),
    onError: (error) => {
      gate.leave()
      failure.show(error)
    },
  })
  const coding = useSending({
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
        <div className="flex flex-wrap gap-2">
          <CodeInput className="min-w-0 flex-1 basis-[5rem]" {...form.register('code')} />
          <Button variant="outline" busy={coding.isPending} onClick={() => void handleCode()}>
            {coding.isSuccess ? 'Send again' : 'Send code'}
          </Button>
        </div>
      </Field>
      <AdultField error={errors.isAdult?.message} input={form.register('isAdult')} />
      <Button type="submit" size="lg" busy={sending.isPending}>
        Send application
      </Button>
    </Form>
  )
}
