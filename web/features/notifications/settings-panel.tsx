import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { kindOfNotification, type NotificationSubject } from '#contract/notification-kinds.ts'
import type {
  NotificationChoice,
  NotificationSettings,
  QuietHours,
} from '#contract/notifications.ts'
import { notificationSettingsQuery } from '#web/features/notifications/queries.ts'
import { SwitchHeader } from '#web/features/notifications/switch-header.tsx'
import { useSaveSettings } from '#web/features/notifications/use-save-settings.ts'
import { kindLabel } from '#web/features/notifications/words.ts'
import { zonePlace } from '#web/lib/time-zone.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'

type Channel = 'inApp' | 'byMail' | 'byPush'

interface ChannelWords {
  channel: Channel
  label: string
  inSentence: string
}

const CHANNELS: readonly ChannelWords[] = [
  { channel: 'inApp', label: 'In the app', inSentence: 'in the app' },
  { channel: 'byMail', label: 'Email', inSentence: 'by email' },
  { channel: 'byPush', label: 'Push', inSentence: 'by push' },
]

/** The hours offered to a member who turns them on. */
const USUAL: QuietHours = { from: '22:00', to: '07:00' }

/** The kinds of notification, by subject. */
const GROUPS: { label: string; subjects: readonly NotificationSubject[] }[] = [
  { label: 'Your stories and replies', subjects: ['story'] },
  { label: 'Your prayer requests', subjects: ['prayer'] },
  { label: 'Guidance and live coaching', subjects: ['guidance', 'live'] },
  { label: 'Messages from our team', subjects: ['team-message'] },
  { label: 'Work for the team', subjects: ['queue'] },
]

/** Chooses how the member is notified of what. */
export function NotificationSettingsPanel(): ReactElement {
  const settings = useQuery(notificationSettingsQuery)
  return (
    <Card>
      <CardHeader>
        <CardTitle>What you’re notified about</CardTitle>
        <CardDescription>
          Emails and push messages only say “You have something new.” Emails about a decision on
          your story include the decision.
        </CardDescription>
      </CardHeader>
      <Loaded
        query={settings}
        label="Loading your notification settings"
        rows={['h-14 w-full', 'h-14 w-full', 'h-14 w-full', 'h-14 w-full']}
        className="flex flex-col gap-4"
      >
        {(data) => (
          <div className="-my-2">
            {data.sendsEmail ? null : (
              <p className="py-2">
                This site doesn’t send email yet. Your email choices count once it does.
              </p>
            )}
            {GROUPS.map(({ label, subjects }) => (
              <ChannelGroup key={label} label={label} subjects={subjects} settings={data} />
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

interface ChannelGroupProps {
  label: string
  subjects: readonly NotificationSubject[]
  settings: NotificationSettings
}

/** One group, folded, with what is on. Push has a column once it is on for a device. */
function ChannelGroup({ label, subjects, settings }: ChannelGroupProps): ReactElement | null {
  const choices = settings.choices.filter(({ kind }) =>
    subjects.includes(kindOfNotification(kind).about),
  )
  const channels = CHANNELS.filter(
    ({ channel }) => channel !== 'byPush' || settings.pushDevices > 0,
  )
  if (choices.length === 0) return null
  return (
    <Disclosure
      className="last:border-b-0"
      summary={
        <span className="min-w-0">
          <span className="block">{label}</span>
          <span className="block text-sm font-normal text-ink-quiet">
            {channelSummary(choices, channels)}
          </span>
        </span>
      }
    >
      <ChannelTable label={label} choices={choices} channels={channels} />
    </Disclosure>
  )
}

/** Such as 'All in the app, 3 of 5 by email'. */
function channelSummary(
  choices: readonly NotificationChoice[],
  channels: readonly ChannelWords[],
): string {
  const parts = channels.flatMap(({ channel, inSentence }) => {
    const count = choices.filter((choice) => choice[channel]).length
    if (count === 0) return []
    const some = `${count} of ${choices.length}`
    return `${count === choices.length ? 'all' : some} ${inSentence}`
  })
  const text = parts.join(', ')
  return text === '' ? 'Off' : text[0]?.toUpperCase() + text.slice(1)
}

interface ChannelTableProps {
  label: string
  choices: readonly NotificationChoice[]
  channels: readonly ChannelWords[]
}

/**
 * Chooses the channels for each kind of notification, and saves each choice right away. Where large
 * text leaves no room for columns, the channels are below the kind.
 */
function ChannelTable({ label: group, choices, channels }: ChannelTableProps): ReactElement {
  const save = useSaveSettings()
  return (
    <div className="@container">
      <table className="w-full @max-[14rem]:block">
        <caption className="sr-only">{`How you’re notified: ${group}`}</caption>
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
          {choices.map((choice) => (
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

/** Saved right away: the switch when it changes, a time when the member leaves its field. */
export function QuietHoursCard({ member }: { member: User }): ReactElement {
  const settings = useQuery(notificationSettingsQuery)
  const save = useSaveSettings()
  const value = settings.data?.quietHours
  const handleChange = (quietHours: QuietHours | null): void =>
    save({ quietHours, before: value ?? null })
  return (
    <Card className="flex flex-col gap-2">
      <SwitchHeader
        id="quiet-hours-title"
        title="Quiet hours"
        isOn={value === undefined ? undefined : value !== null}
        onChange={(isOn) => handleChange(isOn ? USUAL : null)}
      />
      <p className="text-ink-quiet">
        Emails and push messages wait until they’re over. The hours are in your time zone,{' '}
        {zonePlace(member.timeZone)}.
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
    </Card>
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
