import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { EmailSettingsForm } from '#web/features/admin/email/email-settings-form.tsx'
import { emailSettingsQuery } from '#web/features/admin/email/queries.ts'
import { SenderHealth } from '#web/features/admin/email/sender-health.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'

/** The settings of mailings, and the health of the sender. */
export function SettingsPart(): ReactElement {
  const settings = useQuery(emailSettingsQuery)
  return (
    <div className="flex flex-col gap-6">
      {settings.data ? <EmailSettingsForm settings={settings.data} /> : null}
      {settings.error && !settings.data ? <QueryError query={settings} /> : null}
      {settings.isPending ? (
        <Skeletons label="Loading the email settings" rows={['h-128 rounded-xl']} />
      ) : null}
      <SenderHealth />
    </div>
  )
}
