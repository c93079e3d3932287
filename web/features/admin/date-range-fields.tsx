import { type ReactElement, useState } from 'react'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** The earliest day that the server accepts. */
const FIRST_DAY = '2000-01-01'

/** Fields for the first and last day of a list, which are kept in the address. */
export function DateRangeFields(): ReactElement {
  const { from = '', to = '', arrange } = useAdminAddress()
  const isReversed = from !== '' && to !== '' && to < from
  return (
    <div className="grid max-w-md grid-cols-2 gap-3">
      <Field label="From">
        <DayInput value={from} onPick={(day) => arrange({ from: day })} />
      </Field>
      <Field label="To" error={isReversed ? 'Choose a day on or after the first day.' : undefined}>
        <DayInput value={to} onPick={(day) => arrange({ to: day })} />
      </Field>
    </div>
  )
}

interface DayInputProps {
  value: string
  /** Called with undefined when the day is cleared. */
  onPick: (day: string | undefined) => void
}

/** While a year is typed, browsers also report the years 2, 20 and 202. Those are ignored. */
function DayInput({ value, onPick }: DayInputProps): ReactElement {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    setText(value)
  }
  return (
    <Input
      type="date"
      min={FIRST_DAY}
      max="2999-12-31"
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        const isWhole = target.value >= FIRST_DAY && target.value < '3000'
        if (isWhole || target.value === '') onPick(target.value || undefined)
      }}
    />
  )
}
