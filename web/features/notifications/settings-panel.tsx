import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { User } from '#contract/accounts.ts'
import { ChannelTable } from '#web/features/notifications/channel-table.tsx'
import { PushDevice } from '#web/features/notifications/push-device.tsx'
import { notificationSettingsQuery } from '#web/features/notifications/queries.ts'
import { QuietHoursFields } from '#web/features/notifications/quiet-hours.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'

/** The notification settings of the member. */
export function NotificationSettingsPanel({ member }: { member: User }): ReactElement {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Notifications</CardTitle>
        <CardDescription>
          Emails and push messages only say “You have something new”. Emails about a decision on
          your story say more. Changes are saved right away.
        </CardDescription>
      </CardHeader>
      <Settings member={member} />
    </Card>
  )
}

function Settings({ member }: { member: User }): ReactElement {
  const { data: settings, error, isFetching, refetch } = useQuery(notificationSettingsQuery)
  if (settings) {
    return (
      <>
        <ChannelTable settings={settings} />
        <QuietHoursFields value={settings.quietHours} timeZone={member.timeZone} />
        <PushDevice memberId={member.id} settings={settings} />
      </>
    )
  }
  return (
    <QuerySkeletons
      query={{ error, isFetching, refetch }}
      label="Loading your notification settings"
      rows={['h-130 w-full', 'h-11 w-56']}
      className="flex flex-col gap-4"
    />
  )
}
