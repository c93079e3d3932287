import type { ReactElement } from 'react'
import type { NotificationSettings, ReminderChoice } from '#contract/notifications.ts'
import { ThisDevice } from '#web/features/notifications/push-device.tsx'
import { usePushDevice } from '#web/features/notifications/use-push-device.ts'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/radio.tsx'

type Channel = ReminderChoice['channel']

const CHANNELS: { channel: Channel; label: string }[] = [
  { channel: 'push', label: 'Push' },
  { channel: 'email', label: 'Email' },
]

interface ReminderChannelProps {
  memberId: string
  settings: NotificationSettings
  channel: Channel
  onChange: (channel: Channel) => void
  /** Called when push was turned on for this device and its button has disappeared. */
  onDeviceOn: () => void
}

export function ReminderChannel(props: ReminderChannelProps): ReactElement {
  const { channel, onChange, ...device } = props
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="font-medium">Send it by</legend>
      <div className="flex flex-wrap gap-x-6">
        {CHANNELS.map(({ channel: each, label }) => (
          <Radio
            key={each}
            name="channel"
            checked={each === channel}
            onChange={() => onChange(each)}
          >
            {label}
          </Radio>
        ))}
      </div>
      {channel === 'push' ? <Devices {...device} /> : null}
    </fieldset>
  )
}

type DevicesProps = Pick<ReminderChannelProps, 'memberId' | 'settings' | 'onDeviceOn'>

/** The devices that get push messages; without any, a button to turn push on here. */
function Devices({ memberId, settings, onDeviceOn }: DevicesProps): ReactElement {
  const { pushDevices, pushPublicKey } = settings
  const device = usePushDevice(memberId, pushPublicKey)
  if (pushDevices > 0) {
    return (
      <p className="text-sm text-ink-quiet">
        {pushDevices === 1
          ? 'It will be sent to the device with push turned on.'
          : `It will be sent to the ${pushDevices} devices with push turned on.`}
      </p>
    )
  }
  const { state, turnOn } = device
  if (state !== 'off' && state !== 'on') return <ThisDevice device={device} isOnSomewhere={false} />
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-sm text-ink-quiet">Push is off on all your devices.</p>
      <Button
        variant="outline"
        busy={turnOn.isPending}
        onClick={() =>
          turnOn.mutate(Notification.requestPermission(), {
            onSuccess: (saved) => {
              if (saved) onDeviceOn()
            },
          })
        }
      >
        Turn on push here
      </Button>
    </div>
  )
}
