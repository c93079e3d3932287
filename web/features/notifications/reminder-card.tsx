import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { User } from '#contract/accounts.ts'
import { notificationSettingsQuery } from '#web/features/notifications/queries.ts'
import { ReminderForm } from '#web/features/notifications/reminder-form.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'

/** The daily reminder, at a time that the member chooses. */
export function ReminderCard({ member }: { member: User }): ReactElement {
  return (
    <Card aria-labelledby="reminder-title">
      <CardHeader>
        <CardTitle id="reminder-title">Daily reminder</CardTitle>
        <CardDescription>
          It only says “Your daily reminder”. You won’t get one on your rest days, in your quiet
          hours or once you’ve checked off an action that day.
        </CardDescription>
      </CardHeader>
      <Settings member={member} />
    </Card>
  )
}

function Settings({ member }: { member: User }): ReactElement {
  const { data: settings, error, isFetching, refetch } = useQuery(notificationSettingsQuery)
  if (settings) return <ReminderForm member={member} settings={settings} />
  return (
    <QuerySkeletons
      query={{ error, isFetching, refetch }}
      label="Loading your reminder"
      rows={['h-24 w-full', 'h-28 w-full', 'h-20 w-full', 'h-11 w-48']}
      className="flex flex-col gap-5"
    />
  )
}
