import { useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { NewNotice, NOTICE_LIMITS } from '#contract/notices.ts'
import { HelplineLinks } from '#web/features/care/crisis-panel.tsx'
import { call } from '#web/lib/api.ts'
import { noticeCalls } from '#web/lib/calls.gen.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { useVisit } from '#web/lib/visit.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

const EMPTY = { what: '', place: '', why: '', email: '', isDanger: false }

/** Reports something unlawful, also without an account and without scripts. */
export function NoticePart(): ReactElement {
  const { refusal } = useVisit()
  return (
    <Disclosure
      summary="Report something unlawful"
      className="border-t"
      open={refusal !== undefined}
    >
      {/* Inside, so that a link to it opens the part. */}
      <div id="report" className="flex scroll-mt-32 flex-col gap-5">
        <p className="text-ink-quiet">
          Anyone can use this form, even without an account. Our team will read what you write and
          decide. If you leave your email, you’ll get the decision and the reason.
        </p>
        <NoticeForm />
      </div>
    </Disclosure>
  )
}

function NoticeForm(): ReactElement {
  const navigate = useNavigate()
  const { refusal } = useVisit()
  const { form, ...sending } = useServerForm({
    initial: EMPTY,
    values: NewNotice,
    save: (body) => call(noticeCalls.send, { body }),
    failed: 'Failed to send it',
    onSaved: () => navigate({ to: '/rules', search: { sent: 'notice' } }),
  })
  const sentence = sending.sentence ?? refusal?.sentence
  const errorOf = (name: keyof typeof EMPTY): string | undefined =>
    form.formState.errors[name]?.message ?? refusal?.fields[name]
  return (
    <Form
      noValidate
      // With its place, so that a document that refuses it opens there.
      action="/rules#report"
      onSubmit={sending.submit}
      aria-label="Report something unlawful"
      className="flex flex-col gap-5"
    >
      {sentence ? <Notice variant="error">{sentence}</Notice> : null}
      <Field
        label="What is it?"
        help="A story, a reply, an image…"
        error={errorOf('what')}
        required
      >
        <Input defaultValue={refusal?.values.what} {...form.register('what')} />
      </Field>
      <Field
        label="Where is it?"
        help="The link to the page, or its title and who wrote it."
        error={errorOf('place')}
        required
      >
        <Textarea
          limit={NOTICE_LIMITS.place}
          minHeight={72}
          defaultValue={refusal?.values.place}
          {...form.register('place')}
        />
      </Field>
      <Field label="Why is it unlawful?" error={errorOf('why')} required>
        <Textarea
          limit={NOTICE_LIMITS.why}
          defaultValue={refusal?.values.why}
          {...form.register('why')}
        />
      </Field>
      <Field
        label="Your email (optional)"
        help="Only for our answer. It’s deleted with your notice once we’ve answered."
        error={errorOf('email')}
      >
        <Input
          type="email"
          autoComplete="email"
          defaultValue={refusal?.values.email}
          {...form.register('email')}
        />
      </Field>
      <div className="flex flex-col gap-2">
        <Checkbox
          label="Somebody’s life may be in danger"
          defaultChecked={refusal?.values.isDanger === 'on'}
          {...form.register('isDanger')}
        />
        <p className="text-sm text-ink-quiet">
          We’ll read this first, but maybe not in time. Please call your emergency number now.
        </p>
        <HelplineLinks />
      </div>
      <Button type="submit" busy={sending.isSaving || sending.isSaved} className="self-start">
        Send report
      </Button>
    </Form>
  )
}

/** Shown once a notice was sent. */
export function NoticeSent(): ReactElement {
  return (
    <Notice variant="success" title="Thank you. Our team will read it.">
      <p>If you left your email, you’ll get our decision and its reason.</p>
    </Notice>
  )
}
