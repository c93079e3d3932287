import { type ReactElement, useState } from 'react'
import type { QuietHours } from '#contract/notifications.ts'
import { useSaveSettings } from '#web/features/notifications/use-save-settings.ts'
import { zoneLabel } from '#web/lib/time-zone.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** The hours offered to a member who turns them on. */
const USUAL: QuietHours = { from: '22:00', to: '07:00' }

interface QuietHoursFieldsProps {
  value: QuietHours | null
  timeZone: string
}

/** Saved right away: the checkbox when it changes, a time when the member leaves its field. */
export function QuietHoursFields({ value, timeZone }: QuietHoursFieldsProps): ReactElement {
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
        {zoneLabel(timeZone)}.
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
