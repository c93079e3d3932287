import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useId, useRef, useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { DAY_STARTS_AT_HOUR } from '#contract/logical-date.ts'
import type {
  NotificationSettings,
  Reminder,
  ReminderChoice,
  ReminderObstacle,
} from '#contract/notifications.ts'
import { usePushDevice } from '#web/features/notifications/push-device.tsx'
import { notificationSettingsQuery } from '#web/features/notifications/queries.ts'
import { SwitchHeader } from '#web/features/notifications/switch-header.tsx'
import { useSaveReminder } from '#web/features/notifications/use-save-settings.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { weekdayNames } from '#web/lib/calendar.ts'
import { fullDateTime } from '#web/lib/dates.ts'
import type { PushState } from '#web/lib/push-device.ts'
import { zonePlace } from '#web/lib/time-zone.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription } from '#web/ui/card.tsx'
import { Field, FieldError } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'
import { Radio } from '#web/ui/radio.tsx'

const DAY_STARTS_AT = `0${DAY_STARTS_AT_HOUR}:00`

const CHANNELS: { channel: Channel; label: string }[] = [
  { channel: 'push', label: 'Push' },
  { channel: 'email', label: 'Email' },
]

const OBSTACLES: Record<ReminderObstacle, string> = {
  'no-device':
    'Push is off on all your devices. Turn it on under “Push messages”, or choose email.',
  unverified: 'Your email address isn’t verified yet. Verify it under Profile, or choose push.',
  bounced:
    'Emails to your address bounced or were marked as spam. Choose push, or ask our team to start them again.',
  'quiet-hours':
    'This time is in your quiet hours. Choose another time, or change your quiet hours.',
  'rest-days': 'All these days are your rest days. Choose another day too.',
}

/** The daily reminder, at a time that the member chooses. */
export function ReminderCard({ member }: { member: User }): ReactElement {
  const settings = useQuery(notificationSettingsQuery)
  const save = useSaveReminder()
  const reminder = settings.data?.reminder
  const isOn = save.isPending ? save.variables.reminder.isOn : reminder?.isOn
  const handleSwitch = (isWanted: boolean): void => {
    if (!settings.data) return
    const { version } = settings.data
    const { clockTime, weekdays, channel } = settings.data.reminder
    save.mutate({ reminder: { isOn: isWanted, clockTime, weekdays, channel }, version })
  }
  return (
    <Card aria-labelledby="reminder-title" className="flex flex-col gap-2">
      <SwitchHeader
        id="reminder-title"
        title="Daily reminder"
        isOn={isOn}
        onChange={handleSwitch}
      />
      <CardDescription>
        {isOn
          ? 'It only says “Your daily reminder”. You won’t get one on your rest days, in your quiet hours or once you’ve checked off an action that day.'
          : 'A short message each day, at a time you choose.'}
      </CardDescription>
      {save.error ? <Notice variant="error">{sentenceOf(save.error)}</Notice> : null}
      <Loaded query={settings} label="Loading your reminder" rows={[]}>
        {(data) => (isOn ? <ReminderForm member={member} settings={data} save={save} /> : null)}
      </Loaded>
    </Card>
  )
}

type Wrong = Partial<Record<'clockTime' | 'weekdays', string>>

interface ReminderFormProps {
  member: User
  settings: NotificationSettings
  save: ReturnType<typeof useSaveReminder>
}

/** Saved with a button, because a half-typed time must not be saved. */
function ReminderForm({ member, settings, save }: ReminderFormProps): ReactElement {
  const { reminder } = settings
  /** Changes that are not saved yet. */
  const [changes, setChanges] = useState<Partial<ReminderChoice>>({})
  const [began, setBegan] = useState<string>()
  const [wrong, setWrong] = useState<Wrong>({})
  const form = useRef<HTMLFormElement>(null)
  const { clockTime, weekdays, channel } = { ...reminder, ...changes }
  const change = (made: Partial<ReminderChoice>): void => {
    if (Object.keys(changes).length === 0) setBegan(settings.version)
    setChanges((earlier) => ({ ...earlier, ...made }))
    setWrong({})
  }
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const found = wrongIn({ clockTime, weekdays })
    const [first] = Object.keys(found)
    setWrong(found)
    if (first) {
      form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
      return
    }
    const choice = { isOn: true, clockTime, weekdays, channel }
    // Keeps changes that were made while saving.
    const onSuccess = (saved: NotificationSettings): void => {
      setBegan(saved.version)
      setChanges((latest) => (latest === changes ? {} : latest))
    }
    save.mutate({ reminder: choice, version: began ?? settings.version }, { onSuccess })
  }
  return (
    <Form ref={form} noValidate onSubmit={handleSubmit} className="mt-3 flex flex-col gap-5">
      <ReminderStatus reminder={reminder} timeZone={member.timeZone} />
      <Field
        label="Time"
        help={helpFor({ clockTime, timeZone: member.timeZone })}
        error={wrong.clockTime}
      >
        <Input
          type="time"
          name="clockTime"
          required
          value={clockTime}
          onChange={(event) => change({ clockTime: event.target.value })}
          className="max-w-[12rem]"
        />
      </Field>
      <WeekdayBoxes
        chosen={weekdays}
        error={wrong.weekdays}
        onChange={(days) => change({ weekdays: days })}
      />
      <ReminderChannel
        memberId={member.id}
        settings={settings}
        channel={channel}
        onChange={(chosen) => change({ channel: chosen })}
      />
      <Button
        type="submit"
        variant="outline"
        className="self-start"
        busy={save.isPending && reminder.isOn}
      >
        Save reminder
      </Button>
    </Form>
  )
}

function wrongIn({ clockTime, weekdays }: Pick<ReminderChoice, 'clockTime' | 'weekdays'>): Wrong {
  return {
    ...(clockTime === '' && { clockTime: 'Choose a time.' }),
    ...(weekdays.length === 0 && { weekdays: 'Choose at least one day.' }),
  }
}

function helpFor({ clockTime, timeZone }: { clockTime: string; timeZone: string }): string {
  const zone = `In your time zone, ${zonePlace(timeZone)}.`
  const isAtNight = clockTime !== '' && clockTime < DAY_STARTS_AT
  return isAtNight
    ? `${zone} Your day lasts until 3 AM, so the reminder comes in the night after each day.`
    : zone
}

type Channel = ReminderChoice['channel']

interface ReminderChannelProps {
  memberId: string
  settings: NotificationSettings
  channel: Channel
  onChange: (channel: Channel) => void
}

function ReminderChannel(props: ReminderChannelProps): ReactElement {
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

type DevicesProps = Pick<ReminderChannelProps, 'memberId' | 'settings'>

/** The devices that get push messages; without any, where to turn push on. */
function Devices({ memberId, settings }: DevicesProps): ReactElement {
  const { pushDevices, pushPublicKey } = settings
  const { state } = usePushDevice(memberId, pushPublicKey)
  return <p className="text-sm text-ink-quiet">{devicesText(pushDevices, state)}</p>
}

function devicesText(pushDevices: number, state: PushState | undefined): string {
  if (pushDevices === 1) return 'It will be sent to the device with push turned on.'
  if (pushDevices > 1) return `It will be sent to the ${pushDevices} devices with push turned on.`
  if (state === 'unsupported') return 'This browser doesn’t support push.'
  return 'Push is off. Turn it on under “Push messages” on this page.'
}

interface ReminderStatusProps {
  reminder: Reminder
  timeZone: string
}

/** The time of the next reminder, or why there won't be one. */
function ReminderStatus({ reminder, timeZone }: ReminderStatusProps): ReactElement | null {
  const { locale } = useDates()
  const { isOn, nextAt, obstacle } = reminder
  if (!isOn) return null
  if (obstacle) return <Notice title="You won’t get a reminder">{OBSTACLES[obstacle]}</Notice>
  if (!nextAt) return null
  return (
    <p role="status">
      Next reminder:{' '}
      <strong className="font-semibold">
        {fullDateTime(new Date(nextAt), { locale, timeZone })}
      </strong>
    </p>
  )
}

interface WeekdayBoxesProps {
  /** 0 for Sunday to 6 for Saturday. */
  chosen: readonly number[]
  error: string | undefined
  onChange: (chosen: number[]) => void
}

/** Checkboxes for the days of the week, side by side. */
function WeekdayBoxes({ chosen, error, onChange }: WeekdayBoxesProps): ReactElement {
  const { locale } = useDates()
  const id = useId()
  const handleChange = (weekday: number, isChosen: boolean): void => {
    const others = chosen.filter((other) => other !== weekday)
    onChange(isChosen ? [...others, weekday].sort() : others)
  }
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="min-w-0">
      <legend className="mb-1.5 font-medium">Days</legend>
      <div className="grid grid-cols-4 gap-2 max-[16rem]:grid-cols-3 min-[480px]:grid-cols-7">
        {weekdayNames(0, locale).map(({ full, short }, weekday) => (
          <label
            key={full}
            className="relative flex min-h-11 cursor-pointer items-center justify-center rounded-full border border-line-strong bg-surface text-sm transition-colors has-checked:border-primary has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
          >
            <input
              type="checkbox"
              name="weekdays"
              aria-label={full}
              checked={chosen.includes(weekday)}
              onChange={(event) => handleChange(weekday, event.target.checked)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
            />
            <span aria-hidden>{short}</span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} role="alert" className="mt-1.5">
        {error}
      </FieldError>
    </fieldset>
  )
}
