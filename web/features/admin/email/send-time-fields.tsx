import type { ReactElement } from 'react'
import { zoneLabel } from '#web/features/admin/daily/clocks.ts'
import { type SendTime, sendTimeOf } from '#web/features/admin/email/mail-draft.ts'
import type { MailFormState } from '#web/features/admin/email/use-mail-form.ts'
import { type DateLocale, fullDateTime } from '#web/lib/dates.ts'
import { useDates, useNow } from '#web/lib/use-dates.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

interface SendTimeFieldsProps extends Pick<MailFormState, 'form'> {
  /** The community's time zone. */
  timeZone: string
}

/** The day and time at which an email is sent, in the community's time zone. */
export function SendTimeFields({ form, timeZone }: SendTimeFieldsProps): ReactElement {
  const here = useDates()
  const there = { locale: here.locale, timeZone }
  const { errors } = form.formState
  const [date, time] = form.watch(['date', 'time'])
  const words = useNow((now) =>
    chosenWords(sendTimeOf({ date, time, timeZone, now }), { here, there }),
  )
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
      <p className="text-sm text-ink-quiet">In {zoneLabel(there)}, the community’s time.</p>
      <p role="status" className="text-sm text-ink-quiet empty:-mt-2">
        {words}
      </p>
    </div>
  )
}

/** The time in the community's zone (`there`), and in the administrator's if it differs. */
function chosenWords(
  chosen: SendTime,
  { here, there }: { here: DateLocale; there: DateLocale },
): string {
  if (!('sendAt' in chosen)) return ''
  const at = new Date(chosen.sendAt)
  const [mine, theirs] = [fullDateTime(at, here), fullDateTime(at, there)]
  return mine === theirs
    ? `It goes out on ${theirs}.`
    : `It goes out on ${theirs}. For you, that’s ${mine}.`
}
