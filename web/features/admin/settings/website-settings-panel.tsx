import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { secondThursdays } from '#contract/coaching-dates.ts'
import type { Versioned } from '#contract/fields.ts'
import { type DateText, wallTime } from '#contract/logical-date.ts'
import { SETTINGS_LIMITS, type WebsiteSettings } from '#contract/settings.ts'
import { useMember, useRight } from '#web/features/accounts/auth.tsx'
import { FactorPolicyPanel } from '#web/features/accounts/factor-policy-panel.tsx'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { ImageSetting } from '#web/features/admin/settings/image-setting.tsx'
import { LocalNamesCard } from '#web/features/admin/settings/local-names-card.tsx'
import {
  freshSettingsQuery,
  membershipsQuery,
  saveSettings,
  showSettings,
} from '#web/features/admin/settings/queries.ts'
import { RulesCard } from '#web/features/admin/settings/rules-card.tsx'
import {
  draftOf,
  EMPTY_HELPLINE,
  SettingsDraft,
  type SettingsFormReturn,
  SettingsValues,
} from '#web/features/admin/settings/settings-values.ts'
import {
  AdultsField,
  MembershipField,
  TextFields,
  TitleField,
  ZoneAndCurrencyFields,
} from '#web/features/admin/settings/site-fields.tsx'
import { longDay } from '#web/lib/dates.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { SaveBar } from '#web/lib/save-bar.tsx'
import { zoneName } from '#web/lib/time-zone.ts'
import { useDates, useNow } from '#web/lib/use-dates.ts'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { FoldedCard } from '#web/ui/folded-card.tsx'
import { Form } from '#web/ui/form.tsx'
import { SelectField, TextField } from '#web/ui/form-fields.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'

export async function loadSettings({ client }: AdminLoad): Promise<void> {
  await Promise.all([prefetch(client, freshSettingsQuery), prefetch(client, membershipsQuery)])
}

/** The Settings tab (administrator document, section 2). */
export function WebsiteSettingsPanel(): ReactElement {
  const settings = useQuery(freshSettingsQuery)
  return (
    <Loaded
      query={settings}
      label="Loading the settings"
      rows={['h-160 rounded-xl', 'h-80 rounded-xl']}
      className="flex flex-col gap-6"
    >
      {(data) => <LoadedSettings settings={data} />}
    </Loaded>
  )
}

function LoadedSettings({ settings }: { settings: Versioned<WebsiteSettings> }): ReactElement {
  const isKeeper = useRight('keeper')
  return (
    <div className="flex flex-col gap-6">
      <SettingsForm settings={settings} />
      <section aria-labelledby="settings-apart" className="flex flex-col gap-3">
        <div>
          <h2 id="settings-apart" className="text-xl">
            More settings
          </h2>
          <p className="text-ink-quiet">Each of these is saved on its own.</p>
        </div>
        <RulesCard />
        <LocalNamesCard />
        {isKeeper ? <FactorPolicyPanel /> : null}
      </section>
    </div>
  )
}

/** The settings of the site: those that everyone sees first, the others folded by subject. */
function SettingsForm({ settings }: { settings: Versioned<WebsiteSettings> }): ReactElement {
  const queryClient = useQueryClient()
  const state = useServerForm({
    initial: draftOf(settings),
    version: settings.version,
    values: SettingsValues,
    draft: { key: `settings:${useMember().id}`, schema: SettingsDraft.partial() },
    save: (_values, changed, version) => saveSettings({ ...changed, version }),
    toDraft: draftOf,
    done: 'Website settings updated successfully',
    onSaved: (saved) => void showSettings(queryClient, saved),
  })
  const { form, submit } = state
  const { errors } = form.formState
  return (
    <Form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <SectionCard
        title="Website settings"
        description="Changes appear on every page right away. An image is saved when you upload it, all else with Save Settings."
        className="flex flex-col gap-6"
        headerClassName="mb-0"
      >
        <TitleField form={form} />
        <div className="grid gap-x-5 gap-y-3 lg:grid-cols-3">
          <ImageSetting field="logoUrl" url={settings.logoUrl} />
          <ImageSetting field="footerImage1" url={settings.footerImage1} />
          <ImageSetting field="footerImage2" url={settings.footerImage2} />
        </div>
        <TextFields form={form} />
        <AdultsField form={form} />
      </SectionCard>
      <FoldedCard
        title="Helplines"
        description="Shown to someone who may be in danger, and to the people who answer guidance requests. If you add none, the US 988 Lifeline is shown."
        hasError={errors.helplines !== undefined}
      >
        <HelplineFields form={form} />
      </FoldedCard>
      <FoldedCard
        title="Live coaching"
        description="Sessions are on the 2nd Thursday of each month, in the community’s time zone. Subscribers to the membership product can join."
        hasError={errors.coaching !== undefined || errors.membershipProductId !== undefined}
      >
        <div className="flex flex-col gap-5">
          <CoachingFields form={form} timeZone={settings.timeZone} />
          <MembershipField form={form} />
        </div>
      </FoldedCard>
      <FoldedCard
        title="Where you are"
        hasError={errors.timeZone !== undefined || errors.currency !== undefined}
      >
        <ZoneAndCurrencyFields form={form} savedZone={settings.timeZone} />
      </FoldedCard>
      <SaveBar state={state} isAlwaysInView />
    </Form>
  )
}

/** How many coming sessions can be rescheduled or canceled. */
const SESSIONS_AHEAD = 18

interface CoachingFieldsProps {
  form: SettingsFormReturn
  timeZone: string
}

/** The time of the sessions, and which of them are rescheduled or canceled. */
function CoachingFields({ form, timeZone }: CoachingFieldsProps): ReactElement {
  const { control, getValues, formState } = form
  const { locale } = useDates()
  const { fields, append, remove } = useFieldArray({ control, name: 'coaching.exceptions' })
  const today = useNow((now) => wallTime(now, timeZone).date)
  const sessions = secondThursdays(today, SESSIONS_AHEAD)
  const { coaching } = formState.errors
  const add = (): void => {
    const taken = getValues('coaching.exceptions').map(({ date }) => date)
    const date = sessions.find((day) => !taken.includes(day)) ?? ''
    append(
      { date, change: 'left-out', movedTo: '' },
      { focusName: `coaching.exceptions.${fields.length}.date` },
    )
  }
  return (
    <div className="flex flex-col gap-5">
      <TextField
        form={form}
        name="coaching.time"
        label={`Time of day, in ${zoneName({ locale, timeZone })}`}
        type="time"
        className="max-w-[11rem]"
        required
      />
      <p>{fields.length === 0 ? 'No exceptions scheduled.' : 'Exceptions:'}</p>
      {fields.map(({ id }, index) => (
        <ExceptionRow
          key={id}
          form={form}
          index={index}
          sessions={sessions}
          onRemove={() => remove(index)}
        />
      ))}
      <FieldError role="alert">{coaching?.message}</FieldError>
      {fields.length < SETTINGS_LIMITS.coachingExceptions ? (
        <Button variant="outline" size="sm" className="self-start" onClick={add}>
          <Plus aria-hidden size={18} />
          Add exception
        </Button>
      ) : null}
    </div>
  )
}

interface ExceptionRowProps {
  form: SettingsFormReturn
  index: number
  sessions: readonly DateText[]
  onRemove: () => void
}

function ExceptionRow({ form, index, sessions, onRemove }: ExceptionRowProps): ReactElement {
  const { locale } = useDates()
  const name = `coaching.exceptions.${index}` as const
  const row = useWatch({ control: form.control, name })
  // A past day stays in the list while it is selected.
  const days = row && !sessions.includes(row.date) ? [row.date, ...sessions] : sessions
  return (
    <fieldset className="min-w-0 rounded-lg border border-line p-4">
      <legend className="px-1 font-medium">Exception {index + 1}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <SelectField form={form} name={`${name}.date`} label="Session" required>
          {days.map((day) => (
            <option key={day} value={day}>
              {day ? longDay(day, locale) : 'Choose…'}
            </option>
          ))}
        </SelectField>
        <SelectField form={form} name={`${name}.change`} label="What happens" required>
          <option value="left-out">Canceled</option>
          <option value="moved">Rescheduled</option>
        </SelectField>
        {row?.change === 'moved' ? (
          <TextField form={form} name={`${name}.movedTo`} label="Moved to" type="date" required />
        ) : null}
      </div>
      <Button
        variant="ghost"
        size="sm"
        className="mt-3 -ml-3.5 text-destructive"
        aria-label={`Remove exception ${index + 1}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </fieldset>
  )
}

/** The helplines, each with at least one way to reach it. */
function HelplineFields({ form }: { form: SettingsFormReturn }): ReactElement {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'helplines' })
  const { helplines } = form.formState.errors
  const error = helplines?.root?.message ?? helplines?.message
  const add = (): void =>
    append(EMPTY_HELPLINE, { shouldFocus: true, focusName: `helplines.${fields.length}.name` })
  return (
    <div className="flex flex-col gap-5">
      {fields.length === 0 ? <p>No helplines of your own yet.</p> : null}
      {fields.map(({ id }, index) => (
        <HelplineRow key={id} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      <FieldError role="alert">{error}</FieldError>
      {fields.length < SETTINGS_LIMITS.helplines ? (
        <Button variant="outline" size="sm" className="self-start" onClick={add}>
          <Plus aria-hidden size={18} />
          Add helpline
        </Button>
      ) : (
        <p className="text-sm text-ink-quiet">You can have up to five.</p>
      )}
    </div>
  )
}

interface HelplineRowProps {
  form: SettingsFormReturn
  index: number
  onRemove: () => void
}

function HelplineRow({ form, index, onRemove }: HelplineRowProps): ReactElement {
  return (
    <fieldset className="min-w-0 rounded-lg border border-line p-4">
      <legend className="px-1 font-medium">Helpline {index + 1}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          form={form}
          name={`helplines.${index}.name`}
          label="Name"
          autoComplete="off"
          maxLength={80}
          required
        />
        <TextField
          form={form}
          name={`helplines.${index}.url`}
          label="Link"
          type="url"
          autoComplete="off"
          placeholder="https://"
          maxLength={300}
        />
        <TextField
          form={form}
          name={`helplines.${index}.phone`}
          label="Number to call"
          type="tel"
          autoComplete="off"
          maxLength={20}
        />
        <TextField
          form={form}
          name={`helplines.${index}.textNumber`}
          label="Number to text"
          type="tel"
          autoComplete="off"
          maxLength={20}
        />
      </div>
      <Button
        variant="ghost"
        size="sm"
        className="mt-3 -ml-3.5 text-destructive"
        aria-label={`Remove helpline ${index + 1}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </fieldset>
  )
}
