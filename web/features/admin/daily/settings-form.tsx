import type { ReactElement } from 'react'
import { useWatch } from 'react-hook-form'
import { type AdminSettings, AI_RESPONSE_PLACE, DAILY_LIMITS } from '#contract/daily.ts'
import { PromptQuotations } from '#web/features/admin/daily/prompt-quotations.tsx'
import { ScheduleFields } from '#web/features/admin/daily/schedule-fields.tsx'
import { useSettingsForm } from '#web/features/admin/daily/use-settings-form.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

/** All settings, saved together. */
export function SettingsForm({ settings }: { settings: AdminSettings }): ReactElement {
  const { form, isDirty, isSaving, error, submit, undo } = useSettingsForm(settings)
  const { errors } = form.formState
  const template = useWatch({ control: form.control, name: 'dailyMessagePrompt' })
  const prompt = { limit: DAILY_LIMITS.prompt }
  return (
    <form noValidate onSubmit={submit} className="flex max-w-prose flex-col gap-6">
      {error ? (
        <Notice variant="error" title="Failed to save settings">
          <p>{sentenceOf(error)}</p>
        </Notice>
      ) : null}
      <ScheduleFields form={form} settings={settings} isDirty={isDirty} />
      <Field
        label="Daily message prompt"
        help={
          <>
            The frame of each generated message. Its text goes where{' '}
            <code>{AI_RESPONSE_PLACE}</code> stands, which must be exactly once; what stands around
            it is published with every message.
          </>
        }
        error={errors.dailyMessagePrompt?.message}
        required
      >
        <Textarea minHeight={120} {...prompt} {...form.register('dailyMessagePrompt')} />
      </Field>
      <PromptQuotations prompt={template} />
      <Field
        label="Agent style"
        help="Tone and manner of what the AI provider writes, in your own words."
        error={errors.agentStyle?.message}
      >
        <Textarea {...prompt} {...form.register('agentStyle')} />
      </Field>
      <Field
        label="Reflection prompt"
        help="What the reflection questions of the AI provider should be about."
        error={errors.reflectionPrompt?.message}
      >
        <Textarea {...prompt} {...form.register('reflectionPrompt')} />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={isSaving}>
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
