import type { ReactElement, ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { AdminSettings } from '#contract/daily.ts'
import { ClockTime } from '#contract/fields.ts'
import { utcTimeOf, zoneLabel } from '#web/features/admin/daily/clocks.ts'
import type { SettingsFormReturn } from '#web/features/admin/daily/settings-values.ts'
import { fullDateTime } from '#web/lib/dates.ts'
import { useDates, useNow } from '#web/lib/use-dates.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Switch } from '#web/ui/switch.tsx'

interface ScheduleFieldsProps {
  form: SettingsFormReturn
  settings: AdminSettings
  isDirty: boolean
}

/** Whether content is generated automatically, and when: in the community's time and in UTC. */
export function ScheduleFields({ form, settings, isDirty }: ScheduleFieldsProps): ReactElement {
  const isOn = useWatch({ control: form.control, name: 'autoGenerate' })
  return (
    <div className="flex flex-col gap-4">
      <Switch label="Generate content automatically every day" {...form.register('autoGenerate')} />
      {isOn ? (
        <>
          <TimeFields form={form} timeZone={settings.timeZone} />
          <NextRun settings={settings} isDirty={isDirty} />
        </>
      ) : null}
    </div>
  )
}

function TimeFields(props: { form: SettingsFormReturn; timeZone: string }): ReactElement {
  const { form, timeZone } = props
  const { locale } = useDates()
  const time = useWatch({ control: form.control, name: 'localGenerateTime' })
  const isTime = ClockTime.safeParse(time).success
  const utc = useNow((now) => (isTime ? `${utcTimeOf({ time, timeZone, now })} UTC` : '–'))
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-4">
      <Field
        label={`Time of day, in ${zoneLabel({ locale, timeZone })}`}
        help="It stays the same when the clocks change."
        error={form.formState.errors.localGenerateTime?.message}
        required
      >
        <Input type="time" className="max-w-44" {...form.register('localGenerateTime')} />
      </Field>
      <ReadOnly label="The same in UTC">{utc}</ReadOnly>
    </div>
  )
}

function ReadOnly({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium">{label}</p>
      <output aria-label={label} className="flex min-h-11 items-center tabular-nums">
        {children}
      </output>
    </div>
  )
}

interface NextRunProps {
  settings: AdminSettings
  isDirty: boolean
}

function NextRun({ settings, isDirty }: NextRunProps): ReactElement {
  const { locale } = useDates()
  const { nextRunAt, timeZone } = settings
  if (!nextRunAt) return <p className="text-sm text-ink-quiet">Save to turn it on.</p>
  return (
    <p className="text-sm text-ink-quiet">
      {isDirty ? 'With the saved settings, the next run is on ' : 'The next run is on '}
      {fullDateTime(new Date(nextRunAt), { locale, timeZone })} in {zoneLabel({ locale, timeZone })}
      , {nextRunAt.slice(11, 16)} UTC: <RelativeTime date={nextRunAt} />.
    </p>
  )
}
