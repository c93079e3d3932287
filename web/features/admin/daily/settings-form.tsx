import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useWatch } from 'react-hook-form'
import { type AdminSettings, AI_RESPONSE_PLACE, DAILY_LIMITS } from '#contract/daily.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { utcTimeOf } from '#web/features/admin/daily/clocks.ts'
import { doubtful } from '#web/features/admin/daily/labels.ts'
import { dailySettingsQuery, saveDailySettings } from '#web/features/admin/daily/queries.ts'
import { QuotationList } from '#web/features/admin/daily/quotation-list.tsx'
import { ScheduleFields } from '#web/features/admin/daily/schedule-fields.tsx'
import {
  draftOf,
  SettingsDraft,
  SettingsValues,
} from '#web/features/admin/daily/settings-values.ts'
import { useQuotations } from '#web/features/admin/daily/use-quotations.ts'
import { notifySuccess } from '#web/features/admin/notify.ts'
import { useSavedForm } from '#web/lib/use-saved-form.ts'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

/** All AI settings, saved together. */
export function SettingsForm({ settings }: { settings: AdminSettings }): ReactElement {
  const queryClient = useQueryClient()
  const { timeZone } = settings
  const state = useSavedForm({
    draftKey: `daily:${useMember().id}:settings`,
    changes: SettingsDraft.partial(),
    values: SettingsValues,
    saved: settings,
    toDraft: draftOf,
    save: (_changed, all) => {
      const generateTime = utcTimeOf({ time: all.localGenerateTime, timeZone, now: new Date() })
      return saveDailySettings({ ...all, generateTime })
    },
    onSaved: (saved) => {
      notifySuccess('Settings saved successfully')
      queryClient.setQueryData(dailySettingsQuery.queryKey, saved)
    },
  })
  const { form, isDirty, submit } = state
  const { errors } = form.formState
  const template = useWatch({ control: form.control, name: 'dailyMessagePrompt' })
  const prompt = { limit: DAILY_LIMITS.prompt }
  return (
    <Form noValidate onSubmit={submit} className="flex max-w-prose flex-col gap-6">
      <ScheduleFields form={form} settings={settings} isDirty={isDirty} />
      <Field
        label="Daily message prompt"
        help={
          <>
            The template for each generated message. The text replaces{' '}
            <code>{AI_RESPONSE_PLACE}</code>, which must appear exactly once. Everything around it
            is published with every message.
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
        help="The tone and style in which the AI provider should write, in your own words."
        error={errors.agentStyle?.message}
      >
        <Textarea {...prompt} {...form.register('agentStyle')} />
      </Field>
      <Field
        label="Reflection prompt"
        help="What the reflection questions should be about."
        error={errors.reflectionPrompt?.message}
      >
        <Textarea {...prompt} {...form.register('reflectionPrompt')} />
      </Field>
      <SaveBar state={state} />
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
