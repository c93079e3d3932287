import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { EmailSettingsForm } from '#web/features/admin/email/email-settings-form.tsx'
import { emailSettingsQuery } from '#web/features/admin/email/queries.ts'
import { SenderHealth } from '#web/features/admin/email/sender-health.tsx'
import { Loaded } from '#web/ui/loaded.tsx'

/** The settings of mailings, and the health of the sender. */
export function SettingsPart(): ReactElement {
  const settings = useQuery(emailSettingsQuery)
  return (
    <div className="flex flex-col gap-6">
      <Loaded query={settings} label="Loading the email settings" rows={['h-128 rounded-xl']}>
        {(data) => <EmailSettingsForm settings={data} />}
      </Loaded>
      <SenderHealth />
    </div>
  )
}
