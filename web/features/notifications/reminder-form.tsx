import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { DAY_STARTS_AT_HOUR } from '#contract/logical-date.ts'
import type { NotificationSettings, ReminderChoice } from '#contract/notifications.ts'
import { ReminderChannel } from '#web/features/notifications/reminder-channel.tsx'
import { ReminderStatus } from '#web/features/notifications/reminder-status.tsx'
import { useSaveReminder } from '#web/features/notifications/use-save-settings.ts'
import { WeekdayBoxes } from '#web/features/notifications/weekday-boxes.tsx'
import { sentenceOf } from '#web/lib/api.ts'
import { zoneLabel } from '#web/lib/time-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'

const DAY_STARTS_AT = `0${DAY_STARTS_AT_HOUR}:00`

type Wrong = Partial<Record<'clockTime' | 'weekdays', string>>

interface ReminderFormProps {
  member: User
  settings: NotificationSettings
}

/** Saved with a button, because a half-typed time must not be saved. */
export function ReminderForm({ member, settings }: ReminderFormProps): ReactElement {
  const { reminder } = settings
  /** Changes that are not saved yet. */
  const [changes, setChanges] = useState<Partial<ReminderChoice>>({})
  const [wrong, setWrong] = useState<Wrong>({})
  const form = useRef<HTMLFormElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  const save = useSaveReminder()
  const { clockTime, weekdays, channel } = { ...reminder, ...changes }
  const change = (made: Partial<ReminderChoice>): void => {
    setChanges((earlier) => ({ ...earlier, ...made }))
    setWrong({})
  }
  const focusSubmit = (): void => submit.current?.focus()
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
    const onSuccess = (): void => setChanges((latest) => (latest === changes ? {} : latest))
    save.mutate(choice, { onSuccess })
  }
  const handleOff = (): void => {
    const { clockTime, weekdays, channel } = reminder
    save.mutate({ isOn: false, clockTime, weekdays, channel }, { onSuccess: focusSubmit })
  }
  return (
    <Form ref={form} noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
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
          className="max-w-48"
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
        onDeviceOn={focusSubmit}
      />
      {save.error ? <Notice variant="error">{sentenceOf(save.error)}</Notice> : null}
      <div className="flex flex-wrap gap-3">
        <Button ref={submit} type="submit" busy={save.isPending && save.variables.isOn}>
          {reminder.isOn ? 'Save reminder' : 'Turn on reminder'}
        </Button>
        {reminder.isOn ? (
          <Button
            variant="outline"
            busy={save.isPending && !save.variables.isOn}
            onClick={handleOff}
          >
            Turn off reminder
          </Button>
        ) : null}
      </div>
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
  const zone = `In your time zone, ${zoneLabel(timeZone)}.`
  const isAtNight = clockTime !== '' && clockTime < DAY_STARTS_AT
  return isAtNight
    ? `${zone} Your day lasts until 3 AM, so the reminder comes in the night after each day.`
    : zone
}
