import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { WebsiteSettings } from '#contract/settings.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { notifySuccess } from '#web/features/admin/notify.ts'
import { CoachingFields } from '#web/features/admin/settings/coaching-fields.tsx'
import { HelplineFields } from '#web/features/admin/settings/helpline-fields.tsx'
import { saveSettings, showSettings } from '#web/features/admin/settings/queries.ts'
import {
  draftOf,
  SettingsDraft,
  SettingsValues,
} from '#web/features/admin/settings/settings-values.ts'
import { SiteFields } from '#web/features/admin/settings/site-fields.tsx'
import { useSavedForm } from '#web/lib/use-saved-form.ts'
import { Form } from '#web/ui/form.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'

/** All website settings except the images, saved together. */
export function SettingsForm({ settings }: { settings: WebsiteSettings }): ReactElement {
  const queryClient = useQueryClient()
  const state = useSavedForm({
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
  const { form, submit } = state
  return (
    <Form noValidate onSubmit={submit} className="flex flex-col gap-6">
      <SectionCard title="Website settings" description="Changes appear on every page right away.">
        <SiteFields form={form} savedZone={settings.timeZone} />
      </SectionCard>
      <SectionCard
        title="Helplines"
        description="Shown to someone who may be in danger, and to the people who answer guidance requests. If you add none, the US 988 Lifeline is shown."
      >
        <HelplineFields form={form} />
      </SectionCard>
      <SectionCard
        title="Live coaching"
        description="Sessions are on the 2nd Thursday of each month, in the community’s time zone."
      >
        <CoachingFields form={form} timeZone={settings.timeZone} />
      </SectionCard>
      <SaveBar state={state} />
    </Form>
  )
}
