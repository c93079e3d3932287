import { z } from 'zod'
import { type AdminSettings, AdminSettingsInput } from '#contract/daily.ts'
import { ClockTime } from '#contract/fields.ts'
import type { SavedForm } from '#web/lib/use-saved-form.ts'

/** A complete form. The time is in the community's time zone. */
export const SettingsValues = AdminSettingsInput.omit({ generateTime: true }).extend({
  localGenerateTime: ClockTime,
})
export type SettingsValues = z.infer<typeof SettingsValues>

/** The current values of the form, possibly invalid. */
export const SettingsDraft = z.object({
  autoGenerate: z.boolean(),
  localGenerateTime: z.string(),
  dailyMessagePrompt: z.string(),
  agentStyle: z.string(),
  reflectionPrompt: z.string(),
})

export type SettingsDraft = z.infer<typeof SettingsDraft>

export type SettingsFormReturn = SavedForm<SettingsDraft, SettingsValues>['form']

/** The saved settings as the form shows them. */
export function draftOf(settings: AdminSettings): SettingsDraft {
  return SettingsDraft.parse(settings)
}
