import { type QueryClient, type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import type { BodyInput, ResponseOf } from '#contract/endpoint.ts'
import type {
  NotificationChoice,
  NotificationSettings,
  notificationEndpoints,
  QuietHours,
  ReminderChoice,
} from '#contract/notifications.ts'
import { notificationSettingsQuery } from '#web/features/notifications/queries.ts'
import { call } from '#web/lib/api.ts'
import { weekdayNames } from '#web/lib/calendar.ts'
import { notificationCalls } from '#web/lib/calls.gen.ts'
import { useOptimisticSave } from '#web/lib/use-optimistic-save.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { isNewer, NEWER_KEPT } from '#web/lib/versions.ts'
import { toast } from '#web/ui/toast-store.ts'

const SAVING = ['save-notification-settings']

/** One switched channel, so that another device’s choice stays. */
export type ChannelChange = Pick<NotificationChoice, 'kind'> & Partial<NotificationChoice>

/** One switched channel, or the quiet hours; `before` is restored on failure. */
type Change =
  | { choice: ChannelChange; before: ChannelChange }
  | { quietHours: QuietHours | null; before: QuietHours | null }

/** Saves a change right away, as `useOptimisticSave` does. */
export function useSaveSettings(): (change: Change) => void {
  const client = useQueryClient()
  return useOptimisticSave({
    queryKey: notificationSettingsQuery.queryKey,
    key: SAVING,
    call: async (change: Change) => {
      const saved = await save(
        'choice' in change
          ? { choices: [change.choice] }
          : { quietHours: change.quietHours, version: shownVersion(client) },
      )
      // A press that waits for this one begins from it.
      client.setQueryData(
        notificationSettingsQuery.queryKey,
        (shown) => shown && { ...shown, version: saved.version },
      )
      return saved
    },
    apply: (shown, change) =>
      'choice' in change
        ? withChoice(shown, change.choice)
        : { ...shown, quietHours: change.quietHours },
    undo: (shown, change) =>
      'choice' in change
        ? withChoice(shown, change.before)
        : { ...shown, quietHours: change.before },
    done: 'Notifications saved',
  })
}

function shownVersion(client: QueryClient): string | undefined {
  return client.getQueryData(notificationSettingsQuery.queryKey)?.version
}

function withChoice(settings: NotificationSettings, change: ChannelChange): NotificationSettings {
  const choices = settings.choices.map((each) =>
    each.kind === change.kind ? { ...each, ...change } : each,
  )
  return { ...settings, choices }
}

type Saving = typeof notificationEndpoints.saveSettings

function save(body: BodyInput<Saving>): Promise<NotificationSettings> {
  return call(notificationCalls.saveSettings, { body, describe })
}

/** The settings that somebody can have changed on another device, in words. */
function describe({
  quietHours,
  reminder,
}: BodyInput<Saving> | ResponseOf<Saving>): Record<string, string> {
  return {
    ...(quietHours !== undefined && {
      'Quiet hours': quietHours ? `${quietHours.from} to ${quietHours.to}` : 'Off',
    }),
    ...(reminder && {
      'Daily reminder': reminder.isOn ? 'On' : 'Off',
      Time: reminder.clockTime,
      Days: weekdayNames(0, 'en-US')
        .filter((_, weekday) => reminder.weekdays.includes(weekday))
        .map(({ full }) => full)
        .join(', '),
      'Send it by': reminder.channel === 'push' ? 'Push' : 'Email',
    }),
  }
}

export interface ReminderChange {
  reminder: ReminderChoice
  /** The version of the settings that the change began from. */
  version: string
}

/** Saves the daily reminder. The change is shown only after the server has saved it. */
export function useSaveReminder(): UseMutationResult<NotificationSettings, Error, ReminderChange> {
  const client = useQueryClient()
  return useSending({
    mutationKey: SAVING,
    scope: { id: SAVING.join() },
    mutationFn: (change: ReminderChange) => save(change),
    onSuccess: (saved, { reminder }) => {
      client.setQueryData(notificationSettingsQuery.queryKey, saved)
      const done = reminder.isOn ? 'Daily reminder saved' : 'Daily reminder turned off'
      toast({ title: isNewer(saved) ? NEWER_KEPT : done })
    },
  })
}
