import type { ReactElement } from 'react'
import { EMAIL_LIMITS, type EmailSettings } from '#contract/email.ts'
import { hourLabel, weekdayLabel } from '#web/features/admin/email/clock-labels.ts'
import {
  type EmailSettingsReturn,
  useEmailSettingsForm,
} from '#web/features/admin/email/use-email-settings-form.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6]

/** All email settings, saved together. */
export function EmailSettingsForm({ settings }: { settings: EmailSettings }): ReactElement {
  const state = useEmailSettingsForm(settings)
  const { form, submit } = state
  return (
    <Form noValidate onSubmit={submit} className="flex flex-col gap-6">
      <SectionCard
        title="Postal address"
        description="Appears at the bottom of every broadcast. Many countries require one."
      >
        <Field
          label="Postal address"
          hideLabel
          error={form.formState.errors.postalAddress?.message}
          className="max-w-prose"
        >
          <Textarea
            limit={EMAIL_LIMITS.postalAddress}
            autoComplete="off"
            {...form.register('postalAddress')}
          />
        </Field>
      </SectionCard>
      <SectionCard
        title="Automatic emails"
        description="Sent only to members who chose them on their account page."
      >
        <div className="flex flex-col gap-5">
          <DailyFields form={form} />
          <WeeklyFields form={form} />
        </div>
      </SectionCard>
      <SaveBar state={state} />
    </Form>
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
