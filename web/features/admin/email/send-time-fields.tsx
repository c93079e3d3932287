import type { ReactElement } from 'react'
import { zoneLabel } from '#web/features/admin/daily/clocks.ts'
import type { MailDraft } from '#web/features/admin/email/mail-draft.ts'
import { sendTimeOf } from '#web/features/admin/email/mail-draft.ts'
import type { MailFormState } from '#web/features/admin/email/use-mail-form.ts'
import { fullDateTime } from '#web/lib/dates.ts'
import { deviceTimeZone } from '#web/lib/time-zone.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

interface SendTimeFieldsProps extends Pick<MailFormState, 'form'> {
  /** The community's time zone. */
  timeZone: string
}

/** The day and time at which an email is sent, in the community's time zone. */
export function SendTimeFields({ form, timeZone }: SendTimeFieldsProps): ReactElement {
  const { errors } = form.formState
  const [date, time] = form.watch(['date', 'time'])
  const forget = (): void => form.clearErrors(['date', 'time'])
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        <Field label="Day" error={errors.date?.message} required>
          <Input
            type="date"
            className="max-w-52"
            {...form.register('date', { onChange: forget })}
          />
        </Field>
        <Field label="Time" error={errors.time?.message} required>
          <Input
            type="time"
            className="max-w-44"
            {...form.register('time', { onChange: forget })}
          />
        </Field>
      </div>
      <p className="text-sm text-ink-quiet">In {zoneLabel(timeZone)}, the community’s time.</p>
      <p role="status" className="text-sm text-ink-quiet empty:-mt-2">
        {chosenWords({ date, time }, timeZone)}
      </p>
    </div>
  )
}

function chosenWords({ date, time }: Pick<MailDraft, 'date' | 'time'>, timeZone: string): string {
  const chosen = sendTimeOf({ date, time, timeZone, now: new Date() })
  if (!('sendAt' in chosen)) return ''
  const at = new Date(chosen.sendAt)
  const here = fullDateTime(at)
  const there = fullDateTime(at, undefined, timeZone)
  const mine = deviceTimeZone()
  return here === there || !mine
    ? `It goes out on ${there}.`
    : `It goes out on ${there}. For you, that’s ${here}.`
}
