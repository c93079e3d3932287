import { z } from 'zod'
import { type AdminSettings, AdminSettingsInput } from '#contract/daily.ts'
import { ClockTime } from '#contract/fields.ts'

/** A complete form. The time is that of the community's clocks. */
export const SettingsValues = AdminSettingsInput.omit({ generateTime: true }).extend({
  localGenerateTime: ClockTime,
})
export type SettingsValues = z.infer<typeof SettingsValues>

/** The form as it stands, possibly wrong. */
export const SettingsDraft = z.object({
  autoGenerate: z.boolean(),
  localGenerateTime: z.string(),
  dailyMessagePrompt: z.string(),
  agentStyle: z.string(),
  reflectionPrompt: z.string(),
})

/** What the form starts with. */
export function valuesOf(settings: AdminSettings): SettingsValues {
  return SettingsDraft.parse(settings)
}

/** Whether a draft says what is saved. */
export function isSaved(draft: SettingsValues, settings: AdminSettings): boolean {
  return JSON.stringify(SettingsDraft.parse(draft)) === JSON.stringify(valuesOf(settings))
}
