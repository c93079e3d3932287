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
import { toast, toastError } from '#web/ui/toast-store.ts'

const SAVING = ['save-notification-settings']

/** One changed row, or the quiet hours; `before` is restored on failure. */
type Change =
  | { choice: NotificationChoice; before: NotificationChoice }
  | { quietHours: QuietHours | null; before: QuietHours | null }

/**
 * Saves a change right away. The page shows it before the server has it and undoes it on failure.
 * Changes are sent one after the other, and the last response counts.
 */
export function useSaveSettings(): (change: Change) => void {
  const client = useQueryClient()
  const { queryKey } = notificationSettingsQuery
  const show = (change: (shown: NotificationSettings) => NotificationSettings): void => {
    client.setQueryData(queryKey, (shown) => shown && change(shown))
  }
  const { mutate } = useMutation({
    mutationKey: SAVING,
    scope: { id: SAVING.join() },
    mutationFn: (change: Change) => {
      const body =
        'choice' in change ? { choices: [change.choice] } : { quietHours: change.quietHours }
      return call(notificationCalls.saveSettings, { body })
    },
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey })
      show((shown) =>
        'choice' in change
          ? withChoice(shown, change.choice)
          : { ...shown, quietHours: change.quietHours },
      )
    },
    onSuccess: (saved) => {
      if (client.isMutating({ mutationKey: SAVING }) === 1) client.setQueryData(queryKey, saved)
      toast({ title: 'Notifications saved' })
    },
    onError: (error, change) => {
      show((shown) =>
        'choice' in change
          ? withChoice(shown, change.before)
          : { ...shown, quietHours: change.before },
      )
      toastError('Your choice was not saved', error)
    },
  })
  return mutate
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
