import { useQueryClient } from '@tanstack/react-query'
import type { WebsiteSettings } from '#contract/settings.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { notifySuccess } from '#web/features/admin/notify.ts'
import { saveSettings, showSettings } from '#web/features/admin/settings/queries.ts'
import {
  draftOf,
  SettingsDraft,
  SettingsValues,
} from '#web/features/admin/settings/settings-values.ts'
import { type SavedForm, useSavedForm } from '#web/lib/use-saved-form.ts'

type SettingsForm = SavedForm<SettingsDraft, SettingsValues>
export type SettingsFormReturn = SettingsForm['form']

export function useSettingsForm(settings: WebsiteSettings): SettingsForm {
  const queryClient = useQueryClient()
  return useSavedForm({
    draftKey: `settings:${useMember().id}`,
    changes: SettingsDraft.partial(),
    values: SettingsValues,
    saved: settings,
    toDraft: draftOf,
    save: saveSettings,
    onSaved: (saved) => {
      notifySuccess('Website settings updated successfully')
      void showSettings(queryClient, saved)
    },
  })
}
