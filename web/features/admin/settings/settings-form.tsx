import type { ReactElement } from 'react'
import type { WebsiteSettings } from '#contract/settings.ts'
import { CoachingFields } from '#web/features/admin/settings/coaching-fields.tsx'
import { HelplineFields } from '#web/features/admin/settings/helpline-fields.tsx'
import { SiteFields } from '#web/features/admin/settings/site-fields.tsx'
import { useSettingsForm } from '#web/features/admin/settings/use-settings-form.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'

/** All website settings except the images, saved together. */
export function SettingsForm({ settings }: { settings: WebsiteSettings }): ReactElement {
  const state = useSettingsForm(settings)
  const { form, submit } = state
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      <Card aria-labelledby="website-settings">
        <CardHeader>
          <CardTitle id="website-settings">Website settings</CardTitle>
          <CardDescription>Changes appear on every page right away.</CardDescription>
        </CardHeader>
        <SiteFields form={form} savedZone={settings.timeZone} />
      </Card>
      <Card aria-labelledby="helplines">
        <CardHeader>
          <CardTitle id="helplines">Helplines</CardTitle>
          <CardDescription className="max-w-prose">
            Shown to someone who may be in danger, and to the people who answer guidance requests.
            If you add none, the US 988 Lifeline is shown.
          </CardDescription>
        </CardHeader>
        <HelplineFields form={form} />
      </Card>
      <Card aria-labelledby="live-coaching">
        <CardHeader>
          <CardTitle id="live-coaching">Live coaching</CardTitle>
          <CardDescription>
            Sessions are on the 2nd Thursday of each month, in the community’s time zone.
          </CardDescription>
        </CardHeader>
        <CoachingFields form={form} timeZone={settings.timeZone} />
      </Card>
      <SaveBar state={state} />
    </form>
  )
}
