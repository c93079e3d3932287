import type { ReactElement } from 'react'
import type { WebsiteSettings } from '#contract/settings.ts'
import { CoachingFields } from '#web/features/admin/settings/coaching-fields.tsx'
import { HelplineFields } from '#web/features/admin/settings/helpline-fields.tsx'
import { SiteFields } from '#web/features/admin/settings/site-fields.tsx'
import { useSettingsForm } from '#web/features/admin/settings/use-settings-form.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** All settings but the images, saved together. */
export function SettingsForm({ settings }: { settings: WebsiteSettings }): ReactElement {
  const { form, isDirty, isSaving, error, submit, undo } = useSettingsForm(settings)
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      <Card aria-labelledby="website-settings">
        <CardHeader>
          <CardTitle id="website-settings">Website settings</CardTitle>
          <CardDescription>What you save changes on every open page at once.</CardDescription>
        </CardHeader>
        <SiteFields form={form} savedZone={settings.timeZone} />
      </Card>
      <Card aria-labelledby="helplines">
        <CardHeader>
          <CardTitle id="helplines">Helplines</CardTitle>
          <CardDescription className="max-w-prose">
            Shown on the device of someone whose words sound like danger, and to whoever answers
            guidance. Without any, 988 of the United States is shown.
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
      {error ? (
        <Notice variant="error" title="Failed to save settings">
          <p>{sentenceOf(error)}</p>
        </Notice>
      ) : null}
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
