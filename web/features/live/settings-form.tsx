import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { z } from 'zod'
import { type LiveSettings, LiveSettingsInput } from '#contract/live.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { type SavedForm, useSavedForm } from '#web/lib/use-saved-form.ts'
import { Form } from '#web/ui/form.tsx'
import { RichTextField, TextField } from '#web/ui/form-fields.tsx'
import { SaveBar } from '#web/lib/save-bar.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { saveLiveSettings } from './queries.ts'

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
type Values = z.output<typeof Values>

export function SettingsForm({ settings }: { settings: LiveSettings }): ReactElement {
  const state = useSettingsForm(settings)
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
        className="max-w-44"
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
