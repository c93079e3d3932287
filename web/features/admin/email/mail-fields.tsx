import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { Controller } from 'react-hook-form'
import { EMAIL_LIMITS, RECIPIENT_GROUPS, type Recipients } from '#contract/email.ts'
import { IMAGE_ACCEPT, IMAGE_HELP } from '#web/features/admin/chosen-file.tsx'
import {
  GROUP_LABELS,
  groupHelp,
  leftOutWords,
  people,
} from '#web/features/admin/email/email-words.ts'
import {
  broadcastOf,
  choiceOf,
  type GroupChoice,
  type SendTime,
  sendTimeOf,
  testProblemOf,
} from '#web/features/admin/email/mail-draft.ts'
import { useHasOutbox } from '#web/features/admin/email/outbox-notice.tsx'
import { PreviewButton } from '#web/features/admin/email/preview-dialog.tsx'
import {
  recipientGroupsQuery,
  recipientsQuery,
  sendTest,
  uploadMailImage,
} from '#web/features/admin/email/queries.ts'
import type { MailFormState } from '#web/features/admin/email/use-mail-form.ts'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { type DateLocale, fullDateTime } from '#web/lib/dates.ts'
import { showFieldErrors } from '#web/lib/field-errors.ts'
import { zoneName } from '#web/lib/time-zone.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useDates, useNow } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RichTextEditor, type RichTextImages } from '#web/ui/rich-text-editor.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'

/** Administrator document, section 9. */
const EDITOR_HEIGHT = 600

/** Only images from this site: an external image would tell its host who reads the email. */
const IMAGES: RichTextImages = {
  upload: uploadMailImage,
  isAllowed: (address) =>
    /^\/api\/(email-images|daily\/images|images)\/[0-9a-f]+\.webp$/.test(address),
  accept: IMAGE_ACCEPT,
  help: IMAGE_HELP,
}

/** The subject and text of an email, to preview and test. */
export function MailFields({
  beside,
  ...mail
}: MailFormState & { beside?: ReactElement }): ReactElement {
  const { form } = mail
  return (
    <>
      {beside ? (
        <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-[18rem_1fr]">
          {beside}
          <SubjectField form={form} />
        </div>
      ) : (
        <SubjectField form={form} />
      )}
      <ContentField form={form} />
      <PreviewButton content={broadcastOf(form.watch())} />
      <Extras {...mail} />
    </>
  )
}

/** The preview text and the test. Open when there is a preview text, so that none is sent unseen. */
function Extras(mail: MailFormState): ReactElement {
  const { form, refuse } = mail
  const [isOpen, setIsOpen] = useState(false)
  const { preheader } = form.formState.errors
  return (
    <Disclosure
      summary="Preview text and test email"
      open={isOpen || form.watch('preheader') !== ''}
      onOpenChange={setIsOpen}
    >
      <div className="flex flex-col gap-4">
        <Field
          label="Preview text"
          help="Inboxes show it after the subject. Without it, they show the beginning of the email."
          error={preheader?.message}
        >
          <Input
            autoComplete="off"
            limit={EMAIL_LIMITS.preheader}
            {...form.register('preheader', { onChange: () => form.clearErrors('preheader') })}
          />
        </Field>
        <TestSend form={form} refuse={refuse} />
      </div>
    </Disclosure>
  )
}

function SubjectField({ form }: Pick<MailFormState, 'form'>): ReactElement {
  return (
    <Field label="Subject" error={form.formState.errors.subject?.message} required>
      <Input
        autoComplete="off"
        limit={EMAIL_LIMITS.subject}
        {...form.register('subject', { onChange: () => form.clearErrors('subject') })}
      />
    </Field>
  )
}

function ContentField({ form }: Pick<MailFormState, 'form'>): ReactElement {
  return (
    <Controller
      control={form.control}
      name="html"
      render={({ field, fieldState }) => (
        <Field label="Content" error={fieldState.error?.message} required>
          <RichTextEditor
            ref={field.ref}
            value={field.value}
            onChange={(html) => {
              form.clearErrors('html')
              field.onChange(html)
            }}
            onBlur={field.onBlur}
            height={EDITOR_HEIGHT}
            images={IMAGES}
            hasButtons
          />
        </Field>
      )}
    />
  )
}

/** Selects the recipients of a broadcast, and shows how many they are now. */
export function RecipientFields({ form }: Pick<MailFormState, 'form'>): ReactElement {
  const groups = useQuery(recipientGroupsQuery)
  const [group, productId] = form.watch(['group', 'productId'])
  const choice = choiceOf({ group, productId })
  return (
    <div className="flex flex-col gap-1.5">
      <Field label="Recipients" help={groupHelp(group, groups.data)}>
        <Select {...form.register('group')}>
          {RECIPIENT_GROUPS.map((value) => (
            <option key={value} value={value}>
              {GROUP_LABELS[value]}
            </option>
          ))}
        </Select>
      </Field>
      {group === 'buyers' && groups.data ? (
        <Field label="Product" error={form.formState.errors.productId?.message} required>
          <Select
            {...form.register('productId', { onChange: () => form.clearErrors('productId') })}
          >
            <option value="">Choose a product</option>
            {groups.data.products.map(({ id, title }) => (
              <option key={id} value={id} dir="auto">
                {title}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      {group === 'buyers' ? <QueryError query={groups} /> : null}
      {choice ? <RecipientsLine choice={choice} /> : null}
    </div>
  )
}

/** How many people of a group a broadcast would be for now, and how many are left out. */
function RecipientsLine({ choice }: { choice: GroupChoice }): ReactElement {
  const recipients = useQuery(recipientsQuery(choice))
  if (recipients.data) return <RecipientWords recipients={recipients.data} />
  if (recipients.error) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-x-3 text-sm">
        {sentenceOf(recipients.error)}
        <Button
          variant="link"
          size="sm"
          busy={recipients.isFetching}
          onClick={() => void recipients.refetch()}
        >
          Retry
        </Button>
      </p>
    )
  }
  return <Skeletons label="Counting the recipients" rows={['h-5 max-w-md']} />
}

export function RecipientWords({ recipients }: { recipients: Recipients }): ReactElement {
  const { locale } = useDates()
  const leftOut = leftOutWords(recipients.excluded, locale)
  return (
    <p className="text-sm text-ink-quiet">
      <strong className="font-semibold text-ink">
        {people(recipients.recipientCount, locale)}.
      </strong>{' '}
      {leftOut.length === 0 ? 'Nobody is left out.' : `Left out: ${leftOut.join(', ')}.`}
    </p>
  )
}

interface SendTimeFieldsProps extends Pick<MailFormState, 'form'> {
  /** The community's time zone. */
  timeZone: string
}

/** The day and time at which an email is sent, in the community's time zone. */
export function SendTimeFields({ form, timeZone }: SendTimeFieldsProps): ReactElement {
  const here = useDates()
  const there = { locale: here.locale, timeZone }
  const { errors } = form.formState
  const [date, time] = form.watch(['date', 'time'])
  const words = useNow((now) =>
    chosenWords(sendTimeOf({ date, time, timeZone, now }), { here, there }),
  )
  const forget = (): void => form.clearErrors(['date', 'time'])
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-x-3 gap-y-4 sm:gap-x-6">
        <Field label="Day" error={errors.date?.message} className="min-w-0 grow basis-35" required>
          <Input type="date" {...form.register('date', { onChange: forget })} />
        </Field>
        <Field label="Time" error={errors.time?.message} className="min-w-0 grow basis-34" required>
          <Input type="time" {...form.register('time', { onChange: forget })} />
        </Field>
      </div>
      <p className="text-sm text-ink-quiet">In {zoneName(there)}, the community’s time.</p>
      <p role="status" className="text-sm text-ink-quiet empty:-mt-2">
        {words}
      </p>
    </div>
  )
}

/** The time in the community's zone (`there`), and in the administrator's if it differs. */
function chosenWords(
  chosen: SendTime,
  { here, there }: { here: DateLocale; there: DateLocale },
): string {
  if (!('sendAt' in chosen)) return ''
  const at = new Date(chosen.sendAt)
  const [mine, theirs] = [fullDateTime(at, here), fullDateTime(at, there)]
  return mine === theirs
    ? `It goes out on ${theirs}.`
    : `It goes out on ${theirs}. For you, that’s ${mine}.`
}

const LONGEST_ADDRESS = 254

/** Sends the email to one address, as all recipients would get it. */
function TestSend({ form, refuse }: Pick<MailFormState, 'form' | 'refuse'>): ReactElement {
  const hasOutbox = useHasOutbox()
  const sending = useAction({
    call: sendTest,
    done: (_answer, { testEmail }) => ({
      title: 'Test email sent successfully',
      description: hasOutbox
        ? 'It’s kept under Unsent emails. Nobody gets it.'
        : `It’s on its way to ${testEmail}.`,
    }),
    failed: (error) => {
      const { html, testEmail } = fieldsOf(error)
      const title = html ? 'Failed to prepare test email' : 'Failed to send test email'
      return { title, description: html ?? testEmail ?? sentenceOf(error) }
    },
    onFailed: (error) => showFieldErrors(form, { error, names: ['html', 'testEmail'] }),
  })
  const handleSend = (): void => {
    const { subject, preheader, html, testEmail } = form.getValues()
    const problem = testProblemOf({ html, testEmail })
    if (problem) refuse(problem)
    else {
      sending.run({
        html,
        preheader: preheader.trim(),
        testEmail: testEmail.trim(),
        ...(subject.trim() && { subject }),
      })
    }
  }
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="sr-only">Test</legend>
      <Field
        label="Test email address"
        help="Sends now, exactly as recipients will see it."
        error={form.formState.errors.testEmail?.message}
        className="max-w-xl"
      >
        <div className="flex flex-wrap gap-2">
          <Input
            type="email"
            autoComplete="email"
            maxLength={LONGEST_ADDRESS}
            className="min-w-0 grow basis-56"
            {...form.register('testEmail', { onChange: () => form.clearErrors('testEmail') })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Enter sends the test, and never submits the form that sends to everyone.
              event.preventDefault()
              handleSend()
            }}
          />
          <Button variant="outline" busy={sending.isPending} onClick={handleSend}>
            Send Test Email
          </Button>
        </div>
      </Field>
    </fieldset>
  )
}

function fieldsOf(error: Error): Partial<Record<string, string>> {
  return error instanceof ApiError ? error.fields : {}
}
