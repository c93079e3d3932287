import type { ReactElement, Ref } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { dayLabel } from '#web/features/admin/daily/labels.ts'
import { lastPublishDay, publishDay } from '#web/features/admin/daily/publish-day.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

interface PublishDateFieldProps {
  /** Empty for today. */
  value: DateText | ''
  onChange: (date: DateText | '') => void
  today: DateText
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** Selects the day to publish for: the community's today or a later day. */
export function PublishDateField(props: PublishDateFieldProps): ReactElement {
  const { locale } = useDates()
  const { value, onChange, today, error, ref } = props
  const date = publishDay(value, today)
  return (
    <Field label="Publish for" help={dayLabel(date, today, locale)} error={error}>
      <Input
        ref={ref}
        type="date"
        min={today}
        max={lastPublishDay(today)}
        value={date}
        className="max-w-60"
        onChange={({ target }) => onChange(target.value === today ? '' : target.value)}
      />
    </Field>
  )
}
