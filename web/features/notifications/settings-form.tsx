import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useState } from 'react'
import {
  type NotificationChoice,
  type NotificationSettings,
  notificationEndpoints,
  QuietHours,
} from '#contract/notifications.ts'
import { ChannelChoice } from '#web/features/notifications/channel-choice.tsx'
import { notificationSettingsQuery } from '#web/features/notifications/queries.ts'
import { QuietHoursFields } from '#web/features/notifications/quiet-hours.tsx'
import { call, sentenceOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'

interface SettingsFormProps {
  settings: NotificationSettings
  timeZone: string
}

/** The kinds with their channels, and the quiet hours. */
export function SettingsForm({ settings, timeZone }: SettingsFormProps): ReactElement {
  const client = useQueryClient()
  const [choices, setChoices] = useState(settings.choices)
  const [quietHours, setQuietHours] = useState(settings.quietHours)
  const save = useMutation({
    mutationFn: () =>
      call(notificationEndpoints.saveSettings, {
        body: { choices, quietHours: quietHours && QuietHours.parse(quietHours) },
      }),
    onSuccess: (saved) => {
      client.setQueryData(notificationSettingsQuery.queryKey, saved)
      toast({ title: 'Notifications saved', group: 'notifications' })
    },
  })
  const hasDevice = settings.pushDevices > 0
  const handleChoice = (changed: NotificationChoice): void =>
    setChoices(choices.map((choice) => (choice.kind === changed.kind ? changed : choice)))
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-4">
      {hasDevice ? null : (
        <p className="text-sm">You can choose push once it is on for one of your devices.</p>
      )}
      <ul className="-my-2 flex flex-col divide-y divide-line">
        {choices.map((choice) => (
          <li key={choice.kind} className="py-3">
            <ChannelChoice choice={choice} hasDevice={hasDevice} onChange={handleChoice} />
          </li>
        ))}
      </ul>
      <QuietHoursFields value={quietHours} timeZone={timeZone} onChange={setQuietHours} />
      {save.error ? <Notice variant="error">{sentenceOf(save.error)}</Notice> : null}
      <Button type="submit" busy={save.isPending} className="self-start">
        Save Notifications
      </Button>
    </form>
  )
}
