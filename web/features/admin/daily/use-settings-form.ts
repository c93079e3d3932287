import { useQueryClient } from '@tanstack/react-query'
import type { AdminSettings } from '#contract/daily.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { utcTimeOf } from '#web/features/admin/daily/clocks.ts'
import { dailySettingsQuery, saveDailySettings } from '#web/features/admin/daily/queries.ts'
import {
  draftOf,
  SettingsDraft,
  SettingsValues,
} from '#web/features/admin/daily/settings-values.ts'
import { notifySuccess } from '#web/features/admin/notify.ts'
import { type SavedForm, useSavedForm } from '#web/lib/use-saved-form.ts'

type SettingsForm = SavedForm<SettingsDraft, SettingsValues>
export type SettingsFormReturn = SettingsForm['form']

export function useSettingsForm(settings: AdminSettings): SettingsForm {
  const queryClient = useQueryClient()
  const { timeZone } = settings
  return useSavedForm({
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
}
