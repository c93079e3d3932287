import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'
import { liveSettingsQuery } from './room-queries.ts'
import { SettingsForm } from './settings-form.tsx'

/** Retention of recordings and the monthly assignment, for administrators. */
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
      ) : (
        <QuerySkeletons
          query={{ error, isFetching, refetch }}
          label="Loading the settings"
          rows={['h-17 w-44', 'h-17', 'h-80']}
          className="flex flex-col gap-5"
        />
      )}
    </Card>
  )
}
