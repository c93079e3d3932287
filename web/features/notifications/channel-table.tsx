import type { ReactElement } from 'react'
import type { NotificationChoice, NotificationSettings } from '#contract/notifications.ts'
import { useSaveSettings } from '#web/features/notifications/use-save-settings.ts'
import { kindLabel } from '#web/features/notifications/words.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

type Channel = 'inApp' | 'byMail' | 'byPush'

const CHANNELS: { channel: Channel; label: string }[] = [
  { channel: 'inApp', label: 'In the app' },
  { channel: 'byMail', label: 'Email' },
  { channel: 'byPush', label: 'Push' },
]

/**
 * Chooses the channels for each kind of notification. Push has a column once it is on for a device.
 */
export function ChannelTable({ settings }: { settings: NotificationSettings }): ReactElement {
  const save = useSaveSettings()
  const channels = CHANNELS.filter(
    ({ channel }) => channel !== 'byPush' || settings.pushDevices > 0,
  )
  return (
    <table className="w-full">
      <caption className="sr-only">How you’re notified</caption>
      <thead>
        <tr className="border-b border-line text-sm text-ink-quiet">
          <th scope="col" className="py-2 text-left font-medium">
            What happens
          </th>
          {channels.map(({ channel, label }) => (
            <th key={channel} scope="col" className="w-16 px-1 py-2 font-medium sm:w-24">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {settings.choices.map((choice) => (
          <tr key={choice.kind}>
            <th scope="row" className="py-2 pr-2 text-left font-normal">
              {kindLabel(choice.kind)}
            </th>
            {channels.map(({ channel, label }) => (
              <td key={channel}>
                <Checkbox
                  label={<span className="sr-only">{`${kindLabel(choice.kind)}: ${label}`}</span>}
                  className="justify-center gap-0"
                  checked={choice[channel]}
                  onChange={(event) =>
                    save({
                      choice: withChannel(choice, channel, event.target.checked),
                      before: choice,
                    })
                  }
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function withChannel(
  choice: NotificationChoice,
  channel: Channel,
  isWanted: boolean,
): NotificationChoice {
  return { ...choice, [channel]: isWanted }
}
