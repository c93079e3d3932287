import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useEffect, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { type LiveSettings, LiveSettingsInput } from '#contract/live.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { sentenceOf } from '#web/lib/api.ts'
import { clearDraft, readDraft, writeDraft } from '#web/lib/drafts.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RichTextEditor } from '#web/ui/rich-text-editor.tsx'
import { toast } from '#web/ui/toast.tsx'
import { saveLiveSettings } from './queries.ts'

const Values = LiveSettingsInput.required()
/** What stands in the fields, right or wrong. */
const Draft = z.object({
  retentionDays: z.number().nullable(),
  assignment: z.object({ title: z.string(), html: z.string() }),
})

/** What was changed and not saved stays on this device. */
export function SettingsForm({ settings }: { settings: LiveSettings }): ReactElement {
  const { form, isDirty, save, undo } = useSettingsForm(settings)
  const { errors } = form.formState
  const submit = form.handleSubmit((values) => save.mutate(values))
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {save.error ? (
        <Notice variant="error" title="Failed to save settings">
          <p>{sentenceOf(save.error)}</p>
        </Notice>
      ) : null}
      <Field
        label="Keep recordings for so many days"
        help="Each recording is deleted by itself then, also a published one."
        error={errors.retentionDays?.message}
        required
      >
        <Input
          type="number"
          inputMode="numeric"
          min={1}
          className="max-w-44"
          {...form.register('retentionDays', { valueAsNumber: true })}
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
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={save.isPending}>
          Save Settings
        </Button>
        {isDirty ? (
          <Button variant="ghost" onClick={undo}>
            Undo changes
          </Button>
        ) : null}
        <p role="status" className="text-sm text-ink-quiet">
          {isDirty ? 'You have changes that are not saved.' : ''}
        </p>
      </div>
    </form>
  )
}

function useSettingsForm(settings: LiveSettings) {
  const client = useQueryClient()
  const draftKey = `live:${useMember().id}:settings`
  const [draft] = useState(() => readDraft(draftKey, Draft))
  const form = useForm({ defaultValues: settings, resolver: zodResolver(Values) })
  const { isDirty } = form.formState
  const { subscribe, setValue } = form
  useEffect(() => {
    if (!draft) return
    const { retentionDays, assignment } = draft
    if (retentionDays !== null) setValue('retentionDays', retentionDays, { shouldDirty: true })
    setValue('assignment', assignment, { shouldDirty: true })
  }, [draft, setValue])
  useEffect(
    () =>
      subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values }) => {
          const { retentionDays } = values
          writeDraft(draftKey, {
            ...values,
            retentionDays: Number.isInteger(retentionDays) ? retentionDays : null,
          })
        },
      }),
    [subscribe, draftKey],
  )
  const settle = (saved: LiveSettings): void => {
    form.reset(saved)
    clearDraft(draftKey)
  }
  const save = useMutation({
    mutationFn: (values: LiveSettings) => saveLiveSettings(client, values),
    onSuccess: (saved) => {
      settle(saved)
      toast({ title: 'Settings saved successfully', group: 'live-settings' })
    },
  })
  const undo = (): void => {
    save.reset()
    settle(settings)
  }
  return { form, isDirty, save, undo }
}
