import type { ReactElement } from 'react'
import type { QuietHours } from '#contract/notifications.ts'
import { zoneLabel } from '#web/lib/time-zone.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** What is offered to who turns them on. */
const USUAL: QuietHours = { from: '22:00', to: '07:00' }

interface QuietHoursFieldsProps {
  value: QuietHours | null
  timeZone: string
  onChange: (value: QuietHours | null) => void
}

export function QuietHoursFields(props: QuietHoursFieldsProps): ReactElement {
  const { value, timeZone, onChange } = props
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      <Checkbox
        label="Quiet hours"
        checked={value !== null}
        onChange={(event) => onChange(event.target.checked ? USUAL : null)}
      />
      <p className="text-sm text-ink-quiet">
        Emails and push messages wait until they’re over. The hours are in your time zone,{' '}
        {zoneLabel(timeZone)}.
      </p>
      {value ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="From">
            <Input
              type="time"
              required
              value={value.from}
              onChange={(event) => onChange({ ...value, from: event.target.value })}
            />
          </Field>
          <Field label="To">
            <Input
              type="time"
              required
              value={value.to}
              onChange={(event) => onChange({ ...value, to: event.target.value })}
            />
          </Field>
        </div>
      ) : null}
    </div>
  )
}
