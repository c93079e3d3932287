import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { z } from 'zod'
import {
  EMAIL_LIMITS,
  type EmailHealth,
  EmailSettings,
  EmailSettingsInput,
} from '#contract/email.ts'
import type { Versioned } from '#contract/fields.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import {
  hourLabel,
  PROVIDER_LABELS,
  RECORD_LABELS,
  type RecordKind,
  recordWords,
  weekdayLabel,
} from '#web/features/admin/email/email-words.ts'
import { emailSettingsQuery, healthQuery } from '#web/features/admin/email/queries.ts'
import { call } from '#web/lib/api.ts'
import { emailCalls } from '#web/lib/calls.gen.ts'
import { formatNumber } from '#web/lib/dates.ts'
import { CARD_END, SaveBar } from '#web/lib/save-bar.tsx'
import { useDates } from '#web/lib/use-dates.ts'
import { type ServerForm, useServerForm } from '#web/lib/use-server-form.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextareaField } from '#web/ui/form-fields.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'

/** The settings of mailings, and the health of the sender. */
export function SettingsPart(): ReactElement {
  const settings = useQuery(emailSettingsQuery)
  return (
    <div className="flex flex-col gap-6">
      <Loaded query={settings} label="Loading the email settings" rows={['h-128 rounded-xl']}>
        {(data) => <EmailSettingsForm settings={data} />}
      </Loaded>
      <SenderHealth />
    </div>
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6]

/** All email settings, saved together. */
function EmailSettingsForm({ settings }: { settings: Versioned<EmailSettings> }): ReactElement {
  const queryClient = useQueryClient()
  const state = useServerForm({
    initial: draftOf(settings),
    version: settings.version,
    values: Values,
    draft: { key: `email:${useMember().id}:settings`, schema: Draft.partial() },
    save: (_values, changed, version) =>
      call(emailCalls.saveSettings, { body: { ...changed, version } }),
    toDraft: draftOf,
    done: 'Settings saved successfully',
    onSaved: (saved) => queryClient.setQueryData(emailSettingsQuery.queryKey, saved),
  })
  const { form, submit } = state
  return (
    <SectionCard title="Email settings" isTitleAbove>
      <Form noValidate onSubmit={submit} className="flex flex-col gap-6">
        <TextareaField
          form={form}
          name="postalAddress"
          label="Postal address"
          help="Appears at the bottom of every broadcast. Many countries require one."
          fieldClassName="max-w-prose"
          limit={EMAIL_LIMITS.postalAddress}
          autoComplete="off"
        />
        <fieldset className="flex flex-col gap-5">
          <legend className="mb-3 font-medium">
            Automatic emails
            <span className="block text-sm font-normal text-ink-quiet">
              Sent only to members who chose them on their account page.
            </span>
          </legend>
          <DailyFields form={form} />
          <WeeklyFields form={form} />
        </fieldset>
        <SaveBar state={state} className={CARD_END} />
      </Form>
    </SectionCard>
  )
}

function DailyFields({ form }: { form: EmailSettingsReturn }): ReactElement {
  const isOn = form.watch('dailyMessage.isOn')
  return (
    <div className="flex flex-col gap-2">
      <Switch label="Send the Daily Message every day" {...form.register('dailyMessage.isOn')} />
      {isOn ? (
        <Field
          label="Hour of the Daily Message"
          help="In each member’s own time zone."
          error={form.formState.errors.dailyMessage?.hour?.message}
          className="max-w-xs"
        >
          <HourSelect {...form.register('dailyMessage.hour', { valueAsNumber: true })} />
        </Field>
      ) : null}
    </div>
  )
}

function WeeklyFields({ form }: { form: EmailSettingsReturn }): ReactElement {
  const isOn = form.watch('weeklyDigest.isOn')
  const errors = form.formState.errors.weeklyDigest
  const { locale } = useDates()
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label="Send a digest of new stories every week"
        {...form.register('weeklyDigest.isOn')}
      />
      {isOn ? (
        <div className="flex flex-wrap gap-x-6 gap-y-4">
          <Field
            label="Day of the digest"
            error={errors?.weekday?.message}
            className="w-full max-w-xs"
          >
            <Select {...form.register('weeklyDigest.weekday', { valueAsNumber: true })}>
              {WEEKDAYS.map((weekday) => (
                <option key={weekday} value={weekday}>
                  {weekdayLabel(weekday, locale)}
                </option>
              ))}
            </Select>
          </Field>
          <Field
            label="Hour of the digest"
            help="In each member’s own time zone."
            error={errors?.hour?.message}
            className="w-full max-w-xs"
          >
            <HourSelect {...form.register('weeklyDigest.hour', { valueAsNumber: true })} />
          </Field>
        </div>
      ) : null}
    </div>
  )
}

function HourSelect(props: Parameters<typeof Select>[0]): ReactElement {
  const { locale } = useDates()
  return (
    <Select {...props}>
      {HOURS.map((hour) => (
        <option key={hour} value={hour}>
          {hourLabel(hour, locale)}
        </option>
      ))}
    </Select>
  )
}

const Draft = EmailSettings.extend({ postalAddress: z.string() })
type Draft = z.infer<typeof Draft>

const { postalAddress } = EmailSettingsInput.shape
/** A complete form. An empty address means none. */
const Values = EmailSettings.extend({
  postalAddress: postalAddress
    .unwrap()
    .unwrap()
    .transform((text) => text || null),
})
type Values = z.output<typeof Values>

type EmailSettingsReturn = ServerForm<Draft, Values>['form']

function draftOf(settings: EmailSettings): Draft {
  return { ...settings, postalAddress: settings.postalAddress ?? '' }
}

const RECORDS: readonly RecordKind[] = ['spf', 'dkim', 'dmarc']

/** How this site sends emails, and whether its domain has the DNS records that receivers check. */
function SenderHealth(): ReactElement {
  const health = useQuery(healthQuery)
  return (
    <SectionCard title="Sender">
      <Loaded query={health} label="Loading the sender" rows={['h-40 rounded-xl']}>
        {(data) => <HealthFacts health={data} />}
      </Loaded>
    </SectionCard>
  )
}

function HealthFacts({ health }: { health: EmailHealth }): ReactElement {
  const { locale } = useDates()
  const { rights } = useMember()
  const { provider, from, ratePerMinute, domain, notice } = health
  if (provider === 'outbox') {
    return (
      <p>
        No email service is connected.{' '}
        {rights.includes('keeper') ? (
          <Link to="/admin/connections" className="underline underline-offset-4">
            Connect one
          </Link>
        ) : null}
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[max-content_1fr]">
        <Fact term="Email service">{PROVIDER_LABELS[provider]}</Fact>
        {from ? <Fact term="From">{from}</Fact> : null}
        <Fact term="Sending speed">
          at most {formatNumber(ratePerMinute, locale)} {ratePerMinute === 1 ? 'email' : 'emails'}{' '}
          per minute
        </Fact>
      </dl>
      {notice ? <p className="max-w-prose text-ink-quiet">{notice}</p> : null}
      {domain ? <DomainRecords domain={domain} /> : null}
    </div>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }): ReactElement {
  return (
    <div className="contents">
      <dt className="font-medium">{term}</dt>
      <dd className="-mt-2 wrap-anywhere sm:mt-0">{children}</dd>
    </div>
  )
}

const ICONS = {
  found: <CircleCheck aria-hidden size={20} className="mt-0.5 shrink-0 text-primary" />,
  missing: <CircleAlert aria-hidden size={20} className="mt-0.5 shrink-0 text-destructive" />,
  unknown: <CircleHelp aria-hidden size={20} className="mt-0.5 shrink-0 text-ink-quiet" />,
}

function DomainRecords({ domain }: { domain: NonNullable<EmailHealth['domain']> }): ReactElement {
  return (
    <section aria-labelledby="domain-records" className="flex flex-col gap-3">
      <h3 id="domain-records" className="wrap-anywhere">
        DNS records of {domain.name}
      </h3>
      <ul className="flex max-w-prose flex-col gap-3">
        {RECORDS.map((kind) => (
          <li key={kind} className="flex gap-3">
            {ICONS[domain[kind]]}
            <div className="min-w-0">
              <p className="font-medium">{RECORD_LABELS[kind]}</p>
              <p>{recordWords(kind, domain[kind])}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
