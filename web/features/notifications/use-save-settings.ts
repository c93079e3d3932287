import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  NotificationChoice,
  NotificationSettings,
  QuietHours,
  ReminderChoice,
} from '#contract/notifications.ts'
import { notificationSettingsQuery } from '#web/features/notifications/queries.ts'
import { call } from '#web/lib/api.ts'
import { notificationCalls } from '#web/lib/calls.gen.ts'
import { useOptimisticSave } from '#web/lib/use-optimistic-save.ts'
import { toast } from '#web/ui/toast-store.ts'

const SAVING = ['save-notification-settings']

/** One changed row, or the quiet hours; `before` is restored on failure. */
type Change =
  | { choice: NotificationChoice; before: NotificationChoice }
  | { quietHours: QuietHours | null; before: QuietHours | null }

/** Saves a change right away, as `useOptimisticSave` does. */
export function useSaveSettings(): (change: Change) => void {
  return useOptimisticSave({
    queryKey: notificationSettingsQuery.queryKey,
    key: SAVING,
    call: (change: Change) => {
      const body =
        'choice' in change ? { choices: [change.choice] } : { quietHours: change.quietHours }
      return call(notificationCalls.saveSettings, { body })
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

function withChoice(
  settings: NotificationSettings,
  choice: NotificationChoice,
): NotificationSettings {
  const choices = settings.choices.map((each) => (each.kind === choice.kind ? choice : each))
  return { ...settings, choices }
}

/** Saves the daily reminder. The change is shown only after the server has saved it. */
export function useSaveReminder(): UseMutationResult<NotificationSettings, Error, ReminderChoice> {
  const client = useQueryClient()
  return useMutation({
    mutationKey: SAVING,
    scope: { id: SAVING.join() },
    mutationFn: (reminder: ReminderChoice) =>
      call(notificationCalls.saveSettings, { body: { reminder } }),
    onSuccess: (saved, { isOn }) => {
      client.setQueryData(notificationSettingsQuery.queryKey, saved)
      toast({
        title: isOn ? 'Daily reminder saved' : 'Daily reminder turned off',
      })
    },
  })
}
