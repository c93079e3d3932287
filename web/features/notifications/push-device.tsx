import {
  queryOptions,
  type UseMutationResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { User } from '#contract/accounts.ts'
import type { NotificationSettings } from '#contract/notifications.ts'
import { notificationSettingsQuery } from '#web/features/notifications/queries.ts'
import { ApiError, call, sentenceOf } from '#web/lib/api.ts'
import { notificationCalls } from '#web/lib/calls.gen.ts'
import { counted } from '#web/lib/counted.ts'
import {
  deviceAddress,
  type PushState,
  readPushState,
  subscribeDevice,
  unsubscribeDevice,
} from '#web/lib/push-device.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast-store.ts'

/**
 * Turns push on and off for the current device. Renders nothing on a device without push support,
 * unless another device of the member has push on.
 */
export function PushCard({ member }: { member: User }): ReactElement | null {
  const { data: settings } = useQuery(notificationSettingsQuery)
  return settings ? <Push memberId={member.id} settings={settings} /> : null
}

interface PushProps {
  memberId: string
  settings: NotificationSettings
}

function Push({ memberId, settings }: PushProps): ReactElement | null {
  const { pushDevices, pushPublicKey } = settings
  const device = usePushDevice(memberId, pushPublicKey)
  if (device.state === 'unsupported' && pushDevices === 0) return null
  return (
    <SectionCard
      title="Push messages"
      description={
        pushDevices === 0
          ? 'Push is off on all your devices.'
          : `Push is on for ${counted(pushDevices, 'device')}.`
      }
    >
      <div className="flex flex-col gap-3">
        <ThisDevice device={device} isOnSomewhere={pushDevices > 0} />
      </div>
    </SectionCard>
  )
}

interface ThisDeviceProps {
  device: ReturnType<typeof usePushDevice>
  isOnSomewhere: boolean
}

/** Turns push on or off for this device, or explains why it can't. */
function ThisDevice({ device, isOnSomewhere }: ThisDeviceProps): ReactElement {
  const { state, turnOn, turnOff } = device
  if (state === undefined) return <Skeleton className="h-11 w-56" />
  if (state === 'home-screen') return <HomeScreenSteps />
  if (state === 'unsupported') return <p>This browser doesn’t support push.</p>
  if (state === 'blocked') {
    return (
      <p>
        This browser blocks notifications from this site. Allow them in its settings, then come
        back.
      </p>
    )
  }
  const isOn = state === 'on' && isOnSomewhere
  return (
    <Button
      variant="outline"
      className="self-start"
      busy={isOn ? turnOff.isPending : turnOn.isPending}
      onClick={() => (isOn ? turnOff.mutate() : turnOn.mutate(Notification.requestPermission()))}
    >
      {isOn ? 'Turn off for this device' : 'Turn on for this device'}
    </Button>
  )
}

/** On iPhone and iPad, push works only in an app on the Home Screen. */
function HomeScreenSteps(): ReactElement {
  return (
    <>
      <p>On iPhone and iPad, push works once the app is on your Home Screen:</p>
      <ol className="flex list-decimal flex-col gap-1 pl-5">
        <li>Tap Share in Safari.</li>
        <li>Choose Add to Home Screen, then Add.</li>
        <li>Open the app from your Home Screen, and come back to this page.</li>
      </ol>
    </>
  )
}

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
    turnOn: useSending({
      mutationFn: async (permission: Promise<string>) =>
        (await permission) === 'granted' ? turnOn(memberId, publicKey) : undefined,
      onSuccess: (settings) => {
        onSuccess(settings)
        if (settings) toast({ title: 'Push turned on for this device' })
      },
      onError: (error) => showFailure('Failed to turn on push', error),
      onSettled,
    }),
    turnOff: useSending({
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
