import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { type LiveSettings, LiveSettingsInput } from '#contract/live.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { Folded } from '#web/features/live/folded.tsx'
import { liveSettingsQuery, saveLiveSettings, useLiveState } from '#web/features/live/queries.ts'
import { RecordingsCard } from '#web/features/live/recordings-card.tsx'
import { type SavedForm, useSavedForm } from '#web/lib/use-saved-form.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'
import { RichTextEditor } from '#web/ui/rich-text-editor.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { toast } from '#web/ui/toast-store.ts'

const Draft = z.object({
  retentionDays: z.string(),
  assignment: z.object({ title: z.string(), html: z.string() }),
})

const { retentionDays, assignment } = LiveSettingsInput.shape

const Values = z.object({
  retentionDays: z
    .string()
    .transform((text) => (text.trim() === '' ? Number.NaN : Number(text)))
    .pipe(retentionDays.unwrap()),
  assignment: assignment.unwrap(),
})

/** Recordings and settings, for administrators. */
export function HostTools(): ReactElement {
  const isOnAir = useLiveState().data?.onAir ?? false
  return (
    <>
      <RecordingsCard />
      <Folded label="Live Coaching Settings" isFolded={isOnAir}>
        <SettingsCard />
      </Folded>
    </>
  )
}

/** Retention of recordings and the monthly assignment, for administrators. */
function SettingsCard(): ReactElement {
  const { data, error, isFetching, refetch } = useQuery(liveSettingsQuery)
  return (
    <Card aria-labelledby="live-settings-title" className="min-w-0">
      <CardHeader>
        <CardTitle id="live-settings-title">Live Coaching Settings</CardTitle>
        <CardDescription>
          Time and exceptions of the schedule are in the Settings tab of the Admin Dashboard.
        </CardDescription>
      </CardHeader>
      {data ? (
        <SettingsForm settings={data} />
      ) : (
        <QuerySkeletons
          query={{ error, isFetching, refetch }}
          label="Loading the settings"
          rows={['h-17 w-44', 'h-17', 'h-80']}
          className="flex flex-col gap-5"
        />
      )}
    </Card>
  )
}

type Draft = z.infer<typeof Draft>

type Values = z.output<typeof Values>

function SettingsForm({ settings }: { settings: LiveSettings }): ReactElement {
  const state = useSettingsForm(settings)
  const { form, submit } = state
  const { errors } = form.formState
  return (
    <Form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field
        label="Keep recordings for (days)"
        help="After that, every recording is deleted automatically, including published ones."
        error={errors.retentionDays?.message}
        required
      >
        <Input
          type="number"
          inputMode="numeric"
          min={1}
          className="max-w-44"
          {...form.register('retentionDays')}
        />
      </Field>
      <Field
        label="Title of the monthly assignment"
        error={errors.assignment?.title?.message}
        required
      >
        <Input maxLength={120} autoComplete="off" {...form.register('assignment.title')} />
      </Field>
      <Controller
        control={form.control}
        name="assignment.html"
        render={({ field, fieldState }) => (
          <Field label="Monthly assignment" error={fieldState.error?.message} required>
            <RichTextEditor
              ref={field.ref}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              height={240}
            />
          </Field>
        )}
      />
      <SaveBar state={state} />
    </Form>
  )
}

function useSettingsForm(settings: LiveSettings): SavedForm<Draft, Values> {
  const client = useQueryClient()
  return useSavedForm({
    draftKey: `live:${useMember().id}:settings`,
    changes: Draft.partial(),
    values: Values,
    saved: settings,
    toDraft: draftOf,
    save: (changed) => saveLiveSettings(client, changed),
    onSaved: () => toast({ title: 'Settings saved successfully' }),
  })
}

function draftOf({ retentionDays, assignment }: LiveSettings): Draft {
  return { retentionDays: String(retentionDays), assignment }
}
