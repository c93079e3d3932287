import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { EmailSettingsForm } from '#web/features/admin/email/email-settings-form.tsx'
import { emailSettingsQuery } from '#web/features/admin/email/queries.ts'
import { SenderHealth } from '#web/features/admin/email/sender-health.tsx'
import { sentenceOf } from '#web/lib/api.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** What every mailing carries, what goes out by itself, and how the sender stands. */
export function SettingsPart(): ReactElement {
  const settings = useQuery(emailSettingsQuery)
  return (
    <div className="flex flex-col gap-6">
      {settings.data ? <EmailSettingsForm settings={settings.data} /> : null}
      {settings.error && !settings.data ? (
        <ErrorState
          message={sentenceOf(settings.error)}
          onRetry={() => void settings.refetch()}
          isRetrying={settings.isFetching}
        />
      ) : null}
      {settings.isPending ? (
        <div role="status" aria-label="Loading the email settings">
          <Skeleton className="h-128 rounded-xl" />
        </div>
      ) : null}
      <SenderHealth />
    </div>
  )
}
