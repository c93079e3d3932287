import {
  queryOptions,
  type UseMutationResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { NotificationSettings } from '#contract/notifications.ts'
import { notificationSettingsQuery } from '#web/features/notifications/queries.ts'
import { ApiError, call, sentenceOf } from '#web/lib/api.ts'
import { notificationCalls } from '#web/lib/calls.gen.ts'
import {
  deviceAddress,
  type PushState,
  readPushState,
  subscribeDevice,
  unsubscribeDevice,
} from '#web/lib/push-device.ts'
import { toast } from '#web/ui/toast-store.ts'

interface UsePushDevice {
  /** Undefined while it is being read from the browser. */
  state: PushState | undefined
  /**
   * Takes the browser's permission promise, because permission must be requested in the press
   * itself.
   */
  turnOn: UseMutationResult<NotificationSettings | undefined, Error, Promise<string>>
  turnOff: UseMutationResult<NotificationSettings | undefined, Error, void>
}

/** The push state of the current device. */
export function usePushDevice(memberId: string, publicKey: string): UsePushDevice {
  const client = useQueryClient()
  const stateQuery = queryOptions({
    queryKey: ['push-device', memberId, publicKey],
    queryFn: () => readPushState(memberId, publicKey),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  const onSuccess = (settings: NotificationSettings | undefined): void => {
    if (settings) client.setQueryData(notificationSettingsQuery.queryKey, settings)
  }
  const onSettled = (): Promise<void> => client.invalidateQueries(stateQuery)
  return {
    state: useQuery(stateQuery).data,
    turnOn: useMutation({
      mutationFn: async (permission: Promise<string>) =>
        (await permission) === 'granted' ? turnOn(memberId, publicKey) : undefined,
      onSuccess: (settings) => {
        onSuccess(settings)
        if (settings) toast({ title: 'Push turned on for this device' })
      },
      onError: (error) => showFailure('Failed to turn on push', error),
      onSettled,
    }),
    turnOff: useMutation({
      mutationFn: turnOff,
      onSuccess: (settings) => {
        onSuccess(settings)
        toast({ title: 'Push turned off for this device' })
      },
      onError: (error) => showFailure('Failed to turn off push', error),
      onSettled,
    }),
  }
}

async function turnOn(memberId: string, publicKey: string): Promise<NotificationSettings> {
  const body = await subscribeDevice(memberId, publicKey)
  try {
    return await call(notificationCalls.subscribe, { body })
  } catch (error) {
    await unsubscribeDevice()
    throw error
  }
}

async function turnOff(): Promise<NotificationSettings | undefined> {
  const endpoint = await deviceAddress()
  const settings = endpoint && (await call(notificationCalls.unsubscribe, { body: { endpoint } }))
  await unsubscribeDevice()
  return settings || undefined
}

function showFailure(title: string, error: Error): void {
  const description =
    error instanceof ApiError
      ? sentenceOf(error)
      : 'This browser didn’t allow it. Check its settings and try again.'
  toast({ title, description, variant: 'destructive' })
}
