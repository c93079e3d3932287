import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { EmailPreferences } from '#contract/email.ts'
import { emailPreferencesQuery } from '#web/features/email/queries.ts'
import { call } from '#web/lib/api.ts'
import { emailCalls } from '#web/lib/calls.gen.ts'
import { toastError } from '#web/ui/toast-store.ts'

const SAVING = ['save-email-preferences']

interface Choice {
  name: keyof EmailPreferences
  isWanted: boolean
}

/**
 * Saves a switch immediately. The choice shows before the server has it and is undone on failure.
 * Several are sent one after the other, and the last response updates the preferences.
 */
export function useMailSwitch(): (choice: Choice) => void {
  const client = useQueryClient()
  const { queryKey } = emailPreferencesQuery
  const show = ({ name, isWanted }: Choice): void => {
    client.setQueryData(queryKey, (shown) => shown && { ...shown, [name]: isWanted })
  }
  const { mutate } = useMutation({
    mutationKey: SAVING,
    scope: { id: SAVING.join() },
    mutationFn: ({ name, isWanted }: Choice) =>
      call(emailCalls.savePreferences, { body: { [name]: isWanted } }),
    onMutate: async (choice) => {
      await client.cancelQueries({ queryKey })
      show(choice)
    },
    onSuccess: (saved) => {
      if (client.isMutating({ mutationKey: SAVING }) === 1) client.setQueryData(queryKey, saved)
    },
    onError: (error, { name, isWanted }) => {
      show({ name, isWanted: !isWanted })
      toastError('Your choice was not saved', error)
    },
  })
  return mutate
}
