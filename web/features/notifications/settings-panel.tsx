import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { User } from '#contract/accounts.ts'
import type { NotificationSettings, QuietHours } from '#contract/notifications.ts'
import { PushDevice } from '#web/features/notifications/push-device.tsx'
import { notificationSettingsQuery } from '#web/features/notifications/queries.ts'
import { useSaveSettings } from '#web/features/notifications/use-save-settings.ts'
import { kindLabel } from '#web/features/notifications/words.ts'
import { zonePlace } from '#web/lib/time-zone.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'

const CHANNELS: { channel: Channel; label: string }[] = [
  { channel: 'inApp', label: 'In the app' },
  { channel: 'byMail', label: 'Email' },
  { channel: 'byPush', label: 'Push' },
]

/** The hours offered to a member who turns them on. */
const USUAL: QuietHours = { from: '22:00', to: '07:00' }

/** The notification settings of the member. */
export function NotificationSettingsPanel({ member }: { member: User }): ReactElement {
  const settings = useQuery(notificationSettingsQuery)
  return (
    <Card>
      <CardHeader>
        <CardTitle>What you’re notified about</CardTitle>
        <CardDescription>
          Emails and push messages only say “You have something new”. Emails about a decision on
          your story say more. Changes are saved right away.
        </CardDescription>
      </CardHeader>
      <Loaded
        query={settings}
        label="Loading your notification settings"
        rows={['h-130 w-full', 'h-11 w-56']}
        className="flex flex-col gap-4"
      >
        {(data) => (
          <>
            <ChannelTable settings={data} />
            <QuietHoursFields value={data.quietHours} timeZone={member.timeZone} />
            <PushDevice memberId={member.id} settings={data} />
          </>
        )}
      </Loaded>
    </Card>
  )
}

type Channel = 'inApp' | 'byMail' | 'byPush'

/**
 * Chooses the channels for each kind of notification. Push has a column once it is on for a device.
 * Where large text leaves no room for columns, the channels are below the kind.
 */
function ChannelTable({ settings }: { settings: NotificationSettings }): ReactElement {
  const save = useSaveSettings()
  const channels = CHANNELS.filter(
    ({ channel }) => channel !== 'byPush' || settings.pushDevices > 0,
  )
  return (
    <div className="@container">
      <table className="w-full @max-[14rem]:block">
        <caption className="sr-only">How you’re notified</caption>
        <thead className="@max-[14rem]:sr-only">
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
        <tbody className="divide-y divide-line @max-[14rem]:block">
          {settings.choices.map((choice) => (
            <tr
              key={choice.kind}
              className="@max-[14rem]:flex @max-[14rem]:flex-wrap @max-[14rem]:gap-x-4 @max-[14rem]:py-2"
            >
              <th scope="row" className="py-2 pr-2 text-left font-normal @max-[14rem]:w-full">
                {kindLabel(choice.kind)}
              </th>
              {channels.map(({ channel, label }) => (
                <td key={channel}>
                  <Checkbox
                    label={
                      <>
                        <span className="sr-only">{`${kindLabel(choice.kind)}: `}</span>
                        <span className="sr-only @max-[14rem]:not-sr-only">{label}</span>
                      </>
                    }
                    className="relative justify-center gap-0 @max-[14rem]:gap-2"
                    checked={choice[channel]}
                    onChange={(event) =>
                      save({
                        choice: { kind: choice.kind, [channel]: event.target.checked },
                        before: { kind: choice.kind, [channel]: choice[channel] },
                      })
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface QuietHoursFieldsProps {
  value: QuietHours | null
  timeZone: string
}

/** Saved right away: the checkbox when it changes, a time when the member leaves its field. */
function QuietHoursFields({ value, timeZone }: QuietHoursFieldsProps): ReactElement {
  const save = useSaveSettings()
  const handleChange = (quietHours: QuietHours | null): void => save({ quietHours, before: value })
  return (
    <div className="mt-4 flex flex-col gap-2 border-t border-line pt-3">
      <Checkbox
        label="Quiet hours"
        checked={value !== null}
        onChange={(event) => handleChange(event.target.checked ? USUAL : null)}
      />
      <p className="text-sm text-ink-quiet">
        Emails and push messages wait until they’re over. The hours are in your time zone,{' '}
        {zonePlace(timeZone)}.
      </p>
      {value ? (
        <div className="grid grid-cols-2 gap-4">
          <TimeField
            key={`from ${value.from}`}
            label="From"
            value={value.from}
            onChange={(from) => handleChange({ ...value, from })}
          />
          <TimeField
            key={`to ${value.to}`}
            label="To"
            value={value.to}
            onChange={(to) => handleChange({ ...value, to })}
          />
        </div>
      ) : null}
    </div>
  )
}

interface TimeFieldProps {
  label: string
  /** `HH:MM` */
  value: string
  onChange: (value: string) => void
}

function TimeField({ label, value, onChange }: TimeFieldProps): ReactElement {
  const [time, setTime] = useState(value)
  const handleLeave = (): void => {
    if (time === '') setTime(value)
    else if (time !== value) onChange(time)
  }
  return (
    <Field label={label}>
      <Input
        type="time"
        required
        value={time}
        onChange={(event) => setTime(event.target.value)}
        onBlur={handleLeave}
      />
    </Field>
  )
}
