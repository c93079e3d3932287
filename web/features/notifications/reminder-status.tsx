import type { ReactElement } from 'react'
import type { Reminder, ReminderObstacle } from '#contract/notifications.ts'
import { fullDateTime } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Notice } from '#web/ui/notice.tsx'

const OBSTACLES: Record<ReminderObstacle, string> = {
  'no-device': 'Push is off on all your devices. Turn it on below, or choose email.',
  unverified: 'Your email address isn’t verified yet. Verify it under Profile, or choose push.',
  bounced:
    'Emails to your address bounced or were marked as spam. Choose push, or ask our team to start them again.',
  'quiet-hours': 'This time is in your quiet hours. Choose another time, or change them below.',
  'rest-days': 'All these days are your rest days. Choose another day too.',
}

interface ReminderStatusProps {
  reminder: Reminder
  timeZone: string
}

/** The time of the next reminder, or why there won't be one. */
export function ReminderStatus({ reminder, timeZone }: ReminderStatusProps): ReactElement | null {
  const { locale } = useDates()
  const { isOn, nextAt, obstacle } = reminder
  if (!isOn) return null
  if (obstacle) return <Notice title="You won’t get a reminder">{OBSTACLES[obstacle]}</Notice>
  if (!nextAt) return null
  return (
    <p role="status">
      Next reminder:{' '}
      <strong className="font-semibold">
        {fullDateTime(new Date(nextAt), { locale, timeZone })}
      </strong>
    </p>
  )
}
