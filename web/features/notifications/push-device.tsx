import type { ReactElement } from 'react'
import type { NotificationSettings } from '#contract/notifications.ts'
import { usePushDevice } from '#web/features/notifications/use-push-device.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

interface PushDeviceProps {
  memberId: string
  settings: NotificationSettings
}

/**
 * Turns push on and off for the current device. Renders nothing on a device without push support,
 * unless another device of the member has push on.
 */
export function PushDevice({ memberId, settings }: PushDeviceProps): ReactElement | null {
  const { pushDevices, pushPublicKey } = settings
  const device = usePushDevice(memberId, pushPublicKey)
  if (device.state === 'unsupported' && pushDevices === 0) return null
  return (
    <section
      aria-labelledby="push-title"
      className="mt-6 flex flex-col gap-3 border-t border-line pt-5"
    >
      <h3 id="push-title" className="text-lg">
        Push
      </h3>
      <p className="text-ink-quiet">
        {pushDevices === 0
          ? 'Push is off on all your devices.'
          : `Push is on for ${pushDevices} ${pushDevices === 1 ? 'device' : 'devices'}.`}
      </p>
      <ThisDevice device={device} isOnSomewhere={pushDevices > 0} />
    </section>
  )
}

interface ThisDeviceProps {
  device: ReturnType<typeof usePushDevice>
  isOnSomewhere: boolean
}

/** Turns push on or off for this device, or explains why it can't. */
export function ThisDevice({ device, isOnSomewhere }: ThisDeviceProps): ReactElement {
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
