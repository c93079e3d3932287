import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { z } from 'zod'
import type { Versioned } from '#contract/fields.ts'
import { type LiveSettings, LiveSettingsInput } from '#contract/live.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { Folded } from '#web/features/live/folded.tsx'
import { liveSettingsQuery, saveLiveSettings } from '#web/features/live/queries.ts'
import { RecordingsCard } from '#web/features/live/recordings-card.tsx'
import { CARD_END, SaveBar } from '#web/lib/save-bar.tsx'
import { useServerForm } from '#web/lib/use-server-form.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form.tsx'
import { RichTextField, TextField } from '#web/ui/form-fields.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'

/** Recordings and settings, for administrators. */
export function HostTools(): ReactElement {
  return (
    <>
      <RecordingsCard />
      <Folded label="Live Coaching Settings" isFolded>
        <SettingsCard />
      </Folded>
    </>
  )
}

/** Retention of recordings and the monthly assignment, for administrators. */
function SettingsCard(): ReactElement {
  const settings = useQuery(liveSettingsQuery)
  return (
    <Card aria-labelledby="live-settings-title" className="min-w-0">
      <CardHeader>
        <CardTitle id="live-settings-title">Live Coaching Settings</CardTitle>
        <CardDescription>
          Time and exceptions of the schedule are in the Settings tab of the Admin Dashboard.
        </CardDescription>
      </CardHeader>
      <Loaded
        query={settings}
        label="Loading the settings"
        rows={['h-17 w-44', 'h-17', 'h-80']}
        className="flex flex-col gap-5"
      >
        {(data) => <SettingsForm settings={data} />}
      </Loaded>
    </Card>
  )
}

const Draft = z.object({
  retentionDays: z.string(),
  assignment: z.object({ title: z.string(), html: z.string() }),
})
type Draft = z.infer<typeof Draft>

const { retentionDays, assignment } = LiveSettingsInput.shape
const Values = z.object({
  retentionDays: z
    .string()
    .transform((text) => (text.trim() === '' ? Number.NaN : Number(text)))
    .pipe(retentionDays.unwrap()),
  assignment: assignment.unwrap(),
})

function SettingsForm({ settings }: { settings: Versioned<LiveSettings> }): ReactElement {
  const client = useQueryClient()
  const state = useServerForm({
    initial: draftOf(settings),
    version: settings.version,
    values: Values,
    draft: { key: `live:${useMember().id}:settings`, schema: Draft.partial() },
    save: (_values, changed, version) => saveLiveSettings(client, { ...changed, version }),
    toDraft: draftOf,
    done: 'Settings saved successfully',
  })
  const { form, submit } = state
  return (
    <Form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        form={form}
        name="retentionDays"
        label="Keep recordings for (days)"
        help="After that, every recording is deleted automatically, including published ones."
        type="number"
        inputMode="numeric"
        min={1}
        className="max-w-[11rem]"
        required
      />
      <TextField
        form={form}
        name="assignment.title"
        label="Title of the monthly assignment"
        maxLength={120}
        autoComplete="off"
        required
      />
      <RichTextField
        form={form}
        name="assignment.html"
        label="Monthly assignment"
        height={240}
        required
      />
      <SaveBar state={state} className={CARD_END} />
    </Form>
  )
}

function draftOf({ retentionDays, assignment }: LiveSettings): Draft {
  return { retentionDays: String(retentionDays), assignment }
}
