import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Options, Select } from '#web/ui/select.tsx'

interface SearchFilterProps {
  label: string
  help?: string
  maxLength: number
}

/** Searches a list with the text in the address, and follows it when it changes by other means. */
export function SearchFilter({ label, help, maxLength }: SearchFilterProps): ReactElement {
  const { q, searchFor } = useAdminAddress()
  const [text, setText] = useState(q)
  const [known, setKnown] = useState(q)
  const input = useRef<HTMLInputElement>(null)
  if (q !== known) {
    setKnown(q)
    setText(q)
  }
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    searchFor(text.trim())
  }
  const handleClear = (): void => {
    searchFor('')
    input.current?.focus()
  }
  return (
    <search className="max-w-xl">
      <Form noValidate onSubmit={handleSubmit}>
        <Field label={label} help={help}>
          <div className="flex gap-2">
            <Input
              ref={input}
              type="search"
              enterKeyHint="search"
              autoComplete="off"
              maxLength={maxLength}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <Button type="submit" variant="secondary">
              Search
            </Button>
            {q ? (
              <Button variant="ghost" className="px-3" onClick={handleClear}>
                Clear
              </Button>
            ) : null}
          </div>
        </Field>
      </Form>
    </search>
  )
}

interface SelectFilterProps {
  label: string
  /** The choice that leaves nothing out. */
  all?: string
  labels?: Readonly<Record<string, string>>
  /** The choices below headings, instead of `labels`. */
  groups?: Readonly<Record<string, Readonly<Record<string, string>>>>
  value: string | undefined
  /** Called with undefined for the choice that leaves nothing out. */
  onChoose: (value: string | undefined) => void
}

/** Narrows or sorts a list. */
export function SelectFilter(props: SelectFilterProps): ReactElement {
  const { label, all, labels = {}, groups = {}, value, onChoose } = props
  return (
    <Field label={label}>
      <Select value={value ?? ''} onChange={({ target }) => onChoose(target.value || undefined)}>
        {all ? <option value="">{all}</option> : null}
        <Options labels={labels} />
        {Object.entries(groups).map(([heading, choices]) => (
          <optgroup key={heading} label={heading}>
            <Options labels={choices} />
          </optgroup>
        ))}
      </Select>
    </Field>
  )
}

/** The earliest day that the server accepts. */
const FIRST_DAY = '2000-01-01'

/** The first and last day of a list, which are in the address. */
export function DateRangeFilter(): ReactElement {
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
