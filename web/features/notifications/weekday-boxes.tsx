import { type ReactElement, useId } from 'react'
import { weekdayNames } from '#web/lib/calendar.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { FieldError } from '#web/ui/field.tsx'

interface WeekdayBoxesProps {
  /** 0 for Sunday to 6 for Saturday. */
  chosen: readonly number[]
  error: string | undefined
  onChange: (chosen: number[]) => void
}

/** Checkboxes for the days of the week, side by side. */
export function WeekdayBoxes({ chosen, error, onChange }: WeekdayBoxesProps): ReactElement {
  const { locale } = useDates()
  const id = useId()
  const handleChange = (weekday: number, isChosen: boolean): void => {
    const others = chosen.filter((other) => other !== weekday)
    onChange(isChosen ? [...others, weekday].sort() : others)
  }
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="min-w-0">
      <legend className="mb-1.5 font-medium">Days</legend>
      <div className="grid grid-cols-4 gap-2 min-[480px]:grid-cols-7">
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
