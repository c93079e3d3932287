import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { z } from 'zod'
import {
  type NotificationChoice,
  NotificationSettings,
  notificationEndpoints,
} from '#contract/notifications.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { ChannelChoice } from '#web/features/notifications/channel-choice.tsx'
import { notificationSettingsQuery } from '#web/features/notifications/queries.ts'
import { QuietHoursFields } from '#web/features/notifications/quiet-hours.tsx'
import { call } from '#web/lib/api.ts'
import { type SavedForm, useSavedForm } from '#web/lib/use-saved-form.ts'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { toast } from '#web/ui/toast-store.ts'

const Values = NotificationSettings.pick({ choices: true, quietHours: true })
type Values = z.infer<typeof Values>
const Changes = Values.partial().extend({
  quietHours: z.object({ from: z.string(), to: z.string() }).nullish(),
})

interface SettingsFormProps {
  settings: NotificationSettings
  timeZone: string
}

/** The kinds with their channels, and the quiet hours. */
export function SettingsForm({ settings, timeZone }: SettingsFormProps): ReactElement {
  const state = useSettingsForm(settings)
  const { form, submit } = state
  const { choices, quietHours } = form.watch()
  const hasDevice = settings.pushDevices > 0
  const handleChoice = (changed: NotificationChoice): void =>
    form.setValue(
      'choices',
      choices.map((choice) => (choice.kind === changed.kind ? changed : choice)),
    )
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {hasDevice ? null : <p className="text-sm">Turn on push for a device to choose it here.</p>}
      <ul className="-my-2 flex flex-col divide-y divide-line">
        {choices.map((choice) => (
          <li key={choice.kind} className="py-3">
            <ChannelChoice choice={choice} hasDevice={hasDevice} onChange={handleChoice} />
          </li>
        ))}
      </ul>
      <QuietHoursFields
        value={quietHours}
        timeZone={timeZone}
        onChange={(value) => form.setValue('quietHours', value)}
      />
      <SaveBar state={state} label="Save Notifications" />
    </form>
  )
}

function useSettingsForm(settings: NotificationSettings): SavedForm<Values> {
  const client = useQueryClient()
  return useSavedForm({
    draftKey: `notifications:${useMember().id}:settings`,
    changes: Changes,
    values: Values,
    saved: settings,
    toDraft: draftOf,
    save: (body) => call(notificationEndpoints.saveSettings, { body }),
    onSaved: (saved) => {
      client.setQueryData(notificationSettingsQuery.queryKey, saved)
      toast({ title: 'Notifications saved', group: 'notifications' })
    },
  })
}

function draftOf({ choices, quietHours }: NotificationSettings): Values {
  return { choices, quietHours }
}
