import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import {
  type AdminSettings,
  AdminSettingsInput,
  AI_RESPONSE_PLACE,
  DAILY_LIMITS,
  type DailyRun,
  type DailySource,
} from '#contract/daily.ts'
import { ClockTime } from '#contract/fields.ts'
import { useMember, useRight } from '#web/features/accounts/auth.tsx'
import { utcTimeOf } from '#web/features/admin/daily/clocks.ts'
import { doubtful, sourceLabel, TYPE_LABELS } from '#web/features/admin/daily/labels.ts'
import { dailySettingsQuery } from '#web/features/admin/daily/queries.ts'
import { QuotationList, useQuotations } from '#web/features/admin/daily/quotations.tsx'
import { Fact } from '#web/features/admin/kit/fact.tsx'
import { call } from '#web/lib/api.ts'
import { dailyCalls } from '#web/lib/calls.gen.ts'
import { fullDateTime, longDay } from '#web/lib/dates.ts'
import { CARD_END, SaveBar } from '#web/lib/save-bar.tsx'
import { zoneName } from '#web/lib/time-zone.ts'
import { useDates, useNow } from '#web/lib/use-dates.ts'
import { type ServerForm, useServerForm } from '#web/lib/use-server-form.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextareaField, TextField } from '#web/ui/form-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Switch } from '#web/ui/switch.tsx'

/** The AI Settings tab: the provider, the settings and the last run. */
export function SettingsPanel(): ReactElement {
  const settings = useQuery(dailySettingsQuery)
  return (
    <Loaded
      query={settings}
      label="Loading the settings"
      rows={['h-20', 'h-160 rounded-xl']}
      className="flex flex-col gap-6"
    >
      {(data) => <LoadedSettings settings={data} />}
    </Loaded>
  )
}

function LoadedSettings({ settings }: { settings: AdminSettings }): ReactElement {
  return (
    <div className="flex flex-col gap-6">
      <ProviderNotice settings={settings} />
      <SectionCard
        title="AI Settings"
        description="These apply to drafts and to automatic content."
      >
        <SettingsForm settings={settings} />
      </SectionCard>
      <LastRun run={settings.lastRun} />
    </div>
  )
}

function ProviderNotice({ settings }: { settings: AdminSettings }): ReactElement {
  if (settings.hasProvider) {
    return (
      <Notice variant="success" title="An AI is connected">
        {settings.model ? <p>It writes with the model {settings.model}.</p> : null}
        <p>If it fails, the built-in library is used.</p>
      </Notice>
    )
  }
  return <NoAiNotice />
}

/** Where texts come from without an AI, and how to connect one. */
export function NoAiNotice(): ReactElement {
  return (
    <Notice>
      <p>
        No AI is connected. Texts come from the built-in library.{' '}
        {useRight('keeper') ? (
          <Link
            to="/admin/connections"
            className="font-medium text-primary underline underline-offset-4"
          >
            Connect one
          </Link>
        ) : (
          'An administrator with the right Team can connect one.'
        )}
      </p>
    </Notice>
  )
}

/** The outcome of the last daily run. */
function LastRun({ run }: { run: DailyRun | null }): ReactElement {
  return (
    <SectionCard title="Last run">
      {run ? (
        <RunFacts run={run} />
      ) : (
        <p className="text-ink-quiet">Nothing has been generated automatically yet.</p>
      )}
    </SectionCard>
  )
}

function RunFacts({ run }: { run: DailyRun }): ReactElement {
  const { locale } = useDates()
  return (
    <div className="flex flex-col gap-3">
      <p>
        For {longDay(run.date, locale)}, <RelativeTime date={run.startedAt} />
        {run.finishedAt ? '.' : '. It hasn’t finished.'}
      </p>
      <dl className="flex flex-col gap-2">
        <Fact name={TYPE_LABELS.message}>{outcome(run, run.messageSource)}</Fact>
        <Fact name={TYPE_LABELS.reflection}>{outcome(run, run.reflectionSource)}</Fact>
      </dl>
      {run.fallbackReason ? <p className="max-w-prose">{run.fallbackReason}</p> : null}
    </div>
  )
}

function outcome(run: DailyRun, source: DailySource | null): string {
  if (source) return sourceLabel(source)
  return run.finishedAt ? 'Already published' : 'Not finished'
}

/** All AI settings, saved together. */
function SettingsForm({ settings }: { settings: AdminSettings }): ReactElement {
  const queryClient = useQueryClient()
  const { timeZone } = settings
  const state = useServerForm({
    initial: draftOf(settings),
    version: settings.version,
    values: SettingsValues,
    draft: { key: `daily:${useMember().id}:settings`, schema: SettingsDraft.partial() },
    save: (values, _changed, version) => {
      const generateTime = utcTimeOf({ time: values.localGenerateTime, timeZone, now: new Date() })
      return call(dailyCalls.saveSettings, { body: { ...values, generateTime, version } })
    },
    toDraft: draftOf,
    done: 'Settings saved successfully',
    onSaved: (saved) => queryClient.setQueryData(dailySettingsQuery.queryKey, saved),
  })
  const { form, isDirty, submit } = state
  const template = useWatch({ control: form.control, name: 'dailyMessagePrompt' })
  return (
    <Form noValidate onSubmit={submit} className="flex flex-col gap-6 *:not-data-[bar]:max-w-prose">
      <ScheduleFields form={form} settings={settings} isDirty={isDirty} />
      <TextareaField
        form={form}
        name="dailyMessagePrompt"
        label="Daily message prompt"
        help={
          <>
            This text is published around every generated message. <code>{AI_RESPONSE_PLACE}</code>{' '}
            stands for the message itself. Use it exactly once.
          </>
        }
        minHeight={120}
        limit={DAILY_LIMITS.prompt}
        required
      />
      <PromptQuotations prompt={template} />
      <TextareaField
        form={form}
        name="agentStyle"
        label="Agent style"
        help="The tone and style in which the AI provider should write, in your own words."
        limit={DAILY_LIMITS.prompt}
      />
      <TextareaField
        form={form}
        name="reflectionPrompt"
        label="Reflection prompt"
        help="What the reflection questions should be about."
        limit={DAILY_LIMITS.prompt}
      />
      <SaveBar state={state} className={CARD_END} />
    </Form>
  )
}

/** A notice with the quotations in a prompt that don't match. Renders nothing if all match. */
function PromptQuotations({ prompt }: { prompt: string }): ReactElement | null {
  const isPlaceAlone = prompt.trim() === AI_RESPONSE_PLACE
  const { quotations } = useQuotations(isPlaceAlone ? '' : prompt)
  const doubts = doubtful(quotations)
  if (doubts.length === 0) return null
  return (
    <Notice title="A quotation in this prompt doesn’t match">
      <p className="mb-3">
        Until you fix it, content that’s published automatically leaves the prompt out.
      </p>
      <QuotationList quotations={doubts} />
    </Notice>
  )
}

interface ScheduleFieldsProps {
  form: SettingsFormReturn
  settings: AdminSettings
  isDirty: boolean
}

/** Whether content is generated automatically, and when: in the community's time and in UTC. */
function ScheduleFields({ form, settings, isDirty }: ScheduleFieldsProps): ReactElement {
  const isOn = useWatch({ control: form.control, name: 'autoGenerate' })
  return (
    <div className="flex flex-col gap-4">
      <Switch label="Generate content automatically every day" {...form.register('autoGenerate')} />
      {isOn ? (
        <>
          <TimeField form={form} timeZone={settings.timeZone} />
          <NextRun settings={settings} isDirty={isDirty} />
        </>
      ) : null}
    </div>
  )
}

function TimeField(props: { form: SettingsFormReturn; timeZone: string }): ReactElement {
  const { form, timeZone } = props
  const { locale } = useDates()
  const time = useWatch({ control: form.control, name: 'localGenerateTime' })
  const isTime = ClockTime.safeParse(time).success
  const utc = useNow((now) => (isTime ? utcTimeOf({ time, timeZone, now }) : ''))
  const steady = 'It stays the same when the clocks change.'
  return (
    <TextField
      form={form}
      name="localGenerateTime"
      label={`Time of day, in ${zoneName({ locale, timeZone })}`}
      help={utc ? `${steady} Right now, that’s ${utc} in UTC.` : steady}
      type="time"
      className="max-w-[11rem]"
      required
    />
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
      {fullDateTime(new Date(nextRunAt), { locale, timeZone })}, <RelativeTime date={nextRunAt} />.
    </p>
  )
}

/** A complete form. The time is in the community's time zone. */
const SettingsValues = AdminSettingsInput.omit({ generateTime: true }).extend({
  localGenerateTime: ClockTime,
})
type SettingsValues = z.infer<typeof SettingsValues>

/** The current values of the form, possibly invalid. */
const SettingsDraft = z.object({
  autoGenerate: z.boolean(),
  localGenerateTime: z.string(),
  dailyMessagePrompt: z.string(),
  agentStyle: z.string(),
  reflectionPrompt: z.string(),
})

type SettingsDraft = z.infer<typeof SettingsDraft>

type SettingsFormReturn = ServerForm<SettingsDraft, SettingsValues>['form']

/** The saved settings as the form shows them. */
function draftOf(settings: AdminSettings): SettingsDraft {
  return SettingsDraft.parse(settings)
}
