import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { sentenceOf } from '#web/lib/api.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { liveSettingsQuery } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'

/** How long recordings are kept, and the monthly assignment; for administrators. */
export function SettingsCard(): ReactElement {
  const { data, error, isFetching, refetch } = useQuery(liveSettingsQuery)
  return (
    <Card aria-labelledby="live-settings-title" className="min-w-0">
      <CardHeader>
        <CardTitle id="live-settings-title">Live Coaching Settings</CardTitle>
        <CardDescription>
          Time and exceptions of the schedule are in the Settings tab of the Admin Dashboard.
        </CardDescription>
      </CardHeader>
      {data ? (
        <SettingsForm settings={data} />
      ) : error ? (
        <ErrorState
          message={sentenceOf(error)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <div role="status" aria-label="Loading the settings" className="flex flex-col gap-5">
          <Skeleton className="h-17 w-44" />
          <Skeleton className="h-17" />
          <Skeleton className="h-80" />
        </div>
      )}
    </Card>
  )
}
