import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Folded } from '#web/features/live/folded.tsx'
import { liveSettingsQuery, useLiveState } from '#web/features/live/queries.ts'
import { RecordingsCard } from '#web/features/live/recordings-card.tsx'
import { SettingsForm } from '#web/features/live/settings-form.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'

/** Recordings and settings, for administrators. */
export function HostTools(): ReactElement {
  const isOnAir = useLiveState().data?.onAir ?? false
  return (
    <>
      <RecordingsCard />
      <Folded label="Live Coaching Settings" isFolded={isOnAir}>
        <SettingsCard />
      </Folded>
    </>
  )
}

/** Retention of recordings and the monthly assignment, for administrators. */
function SettingsCard(): ReactElement {
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
