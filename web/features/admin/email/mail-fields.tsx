import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
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
  choiceOf,
  type GroupChoice,
  type SendTime,
  sendTimeOf,
} from '#web/features/admin/email/mail-draft.ts'
import {
  recipientGroupsQuery,
  recipientsQuery,
  uploadMailImage,
} from '#web/features/admin/email/queries.ts'
import type { MailFormState } from '#web/features/admin/email/use-mail-form.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { cn } from '#web/lib/cn.ts'
import { type DateLocale, fullDateTime } from '#web/lib/dates.ts'
import { zoneName } from '#web/lib/time-zone.ts'
import { useDates, useNow } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RichTextEditor, type RichTextImages } from '#web/ui/rich-text-editor.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'

/** Administrator document, section 9. */
const EDITOR_HEIGHT = 600
/** What is left of a phone's first screen, so that the bar below covers nothing of the text. */
const ON_PHONES = 'max-sm:max-h-[max(11rem,calc(100dvh-35rem))]'
/** The same below the heading and the time. */
const BELOW_TIME = 'max-sm:max-h-[max(8rem,calc(100dvh-38rem))]'

/** Only images from this site: an external image would tell its host who reads the email. */
const IMAGES: RichTextImages = {
  upload: uploadMailImage,
  isAllowed: (address) =>
    /^\/api\/(email-images|daily\/images|images)\/[0-9a-f]+\.webp$/.test(address),
  accept: IMAGE_ACCEPT,
  help: IMAGE_HELP,
}

interface MailFieldsProps extends Pick<MailFormState, 'form'> {
  /** When it goes out; undefined if that is asked later. */
  time?: ReactElement
}

/** For whom an email is, when it goes out, and what it says. */
export function MailFields({ form, time }: MailFieldsProps): ReactElement {
  return (
    <>
      <div
        className={cn('flex min-w-0 flex-col gap-3', time && 'lg:grid lg:grid-cols-2 lg:gap-x-8')}
      >
        {time}
        <RecipientFields form={form} />
        <div className="lg:col-span-2">
          <SubjectField form={form} />
        </div>
      </div>
      <ContentField form={form} className={time ? BELOW_TIME : ON_PHONES} />
      <PreheaderField form={form} />
    </>
  )
}

/** A field with its label beside it, as in an email program. */
const IN_ROW = 'grid grid-cols-[3.75rem_minmax(0,1fr)] gap-x-2 [&>label]:pt-2.5 [&>p]:col-start-2'

/** A field with its label beside it on wide screens only. */
const IN_WIDE_ROW =
  'min-w-0 grow basis-34 lg:grid lg:grid-cols-[auto_minmax(0,1fr)] lg:gap-x-2 lg:[&>label]:pt-2.5 lg:[&>p]:col-start-2'

function PreheaderField({ form }: Pick<MailFormState, 'form'>): ReactElement {
  return (
    <Field
      label="Line after the subject"
      help="Inboxes show it after the subject. Without it, they show the beginning of the email."
      error={form.formState.errors.preheader?.message}
    >
      <Input
        autoComplete="off"
        limit={EMAIL_LIMITS.preheader}
        {...form.register('preheader', { onChange: () => form.clearErrors('preheader') })}
      />
    </Field>
  )
}

function SubjectField({ form }: Pick<MailFormState, 'form'>): ReactElement {
  return (
    <Field
      label="Subject"
      error={form.formState.errors.subject?.message}
      className={IN_ROW}
      required
    >
      <Input
        autoComplete="off"
        limit={EMAIL_LIMITS.subject}
        {...form.register('subject', { onChange: () => form.clearErrors('subject') })}
      />
    </Field>
  )
}

function ContentField(props: Pick<MailFormState, 'form'> & { className: string }): ReactElement {
  const { form, className } = props
  return (
    <Controller
      control={form.control}
      name="html"
      render={({ field, fieldState }) => (
        <Field label="Content" error={fieldState.error?.message} hideLabel required>
          <RichTextEditor
            ref={field.ref}
            value={field.value}
            onChange={(html) => {
              form.clearErrors('html')
              field.onChange(html)
            }}
            onBlur={field.onBlur}
            height={EDITOR_HEIGHT}
            className={className}
            images={IMAGES}
            hasButtons
          />
        </Field>
      )}
    />
  )
}

/** Selects the recipients of a broadcast, and shows how many they are now. */
function RecipientFields({ form }: Pick<MailFormState, 'form'>): ReactElement {
  const groups = useQuery(recipientGroupsQuery)
  const [group, productId] = form.watch(['group', 'productId'])
  const choice = choiceOf({ group, productId })
  return (
    <div className="flex flex-col gap-3">
      <Field label="To" help={groupHelp(group, groups.data)} className={IN_ROW}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <div className="max-w-full min-w-0 grow basis-32 sm:max-w-72">
            <Select {...form.register('group')}>
              {RECIPIENT_GROUPS.map((value) => (
                <option key={value} value={value}>
                  {GROUP_LABELS[value]}
                </option>
              ))}
            </Select>
          </div>
          {choice ? <RecipientsLine choice={choice} /> : null}
        </div>
      </Field>
      {group === 'buyers' && groups.data ? (
        <Field
          label="Product"
          error={form.formState.errors.productId?.message}
          className={IN_ROW}
          required
        >
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
  return <Skeletons label="Counting the recipients" rows={['h-5 w-20']} />
}

export function RecipientWords({ recipients }: { recipients: Recipients }): ReactElement {
  const { locale } = useDates()
  const leftOut = leftOutWords(recipients.excluded, locale)
  return (
    <p className="text-sm text-ink-quiet">
      <strong className="font-semibold text-ink">
        {people(recipients.recipientCount, locale)}.
      </strong>
      {leftOut.length > 0 ? ` Left out: ${leftOut.join(', ')}.` : null}
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
        <Field label="Day" error={errors.date?.message} className={IN_WIDE_ROW} required>
          <Input type="date" {...form.register('date', { onChange: forget })} />
        </Field>
        <Field label="Time" error={errors.time?.message} className={IN_WIDE_ROW} required>
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
