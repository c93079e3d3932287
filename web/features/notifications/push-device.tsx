import type { ReactElement } from 'react'
import type { NotificationSettings } from '#contract/notifications.ts'
import { usePushDevice } from '#web/features/notifications/use-push-device.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const OBSTACLES = {
  blocked:
    'This browser blocks notifications from this site. Allow them in its settings, then come back.',
  'home-screen':
    'On this device, push works once the app is on your home screen: tap Share, then Add to Home Screen. Open the app from there and come back to this page.',
  unsupported: 'This browser doesn’t support push.',
}

interface PushDeviceProps {
  memberId: string
  settings: NotificationSettings
}

/** Turns pushes on and off for the device that is used right now. */
export function PushDevice({ memberId, settings }: PushDeviceProps): ReactElement {
  const { pushDevices } = settings
  return (
    <section className="mt-6 flex flex-col gap-3 border-t border-line pt-5">
      <h3 className="text-lg">Push</h3>
      <p className="text-ink-quiet">
        {pushDevices === 0
          ? 'Push is off on all your devices.'
          : `Push is on for ${pushDevices} ${pushDevices === 1 ? 'device' : 'devices'}.`}
      </p>
      <PushSwitch memberId={memberId} settings={settings} />
    </section>
  )
}

function PushSwitch({ memberId, settings }: PushDeviceProps): ReactElement {
  const { state, turnOn, turnOff } = usePushDevice(memberId, settings.pushPublicKey)
  if (state === undefined) return <Skeleton className="h-11 w-56" />
  if (state === 'on' && settings.pushDevices > 0) {
    return (
      <Button
        variant="outline"
        className="self-start"
        busy={turnOff.isPending}
        onClick={() => turnOff.mutate()}
      >
        Turn off for this device
      </Button>
    )
  }
  if (state === 'on' || state === 'off') {
    return (
      <Button
        variant="outline"
        className="self-start"
        busy={turnOn.isPending}
        onClick={() => turnOn.mutate(Notification.requestPermission())}
      >
        Turn on for this device
      </Button>
    )
  }
  return <p>{OBSTACLES[state]}</p>
}
