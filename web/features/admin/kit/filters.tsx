import { Search, SlidersHorizontal } from 'lucide-react'
import { type FormEvent, type ReactElement, type ReactNode, useId, useRef, useState } from 'react'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { cn } from '#web/lib/cn.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Options, Select } from '#web/ui/select.tsx'

interface FilterRowProps {
  search: ReactElement
  /** How many of the other filters are set. */
  count: number
  children: ReactNode
}

/** A list's search and its other filters in one row. On a narrow screen, a button opens the others. */
export function FilterRow({ search, count, children }: FilterRowProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <div className="flex flex-wrap items-end gap-3 lg:flex-nowrap">
      <div className="min-w-0 grow basis-48">{search}</div>
      <Button
        variant="outline"
        className="px-3 lg:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden size={18} />
        Filter
        {count > 0 ? (
          <Badge>
            {count}
            <span className="sr-only"> set</span>
          </Badge>
        ) : null}
      </Button>
      <div
        id={id}
        className={cn(
          'flex w-full flex-wrap items-end gap-3 lg:w-auto lg:flex-nowrap',
          !isOpen && 'max-lg:hidden',
        )}
      >
        {children}
      </div>
    </div>
  )
}

interface SearchFilterProps {
  label: string
  /** What to enter; the label, if left out. */
  placeholder?: string
  maxLength: number
}

/** Searches a list with the text in the address, and follows it when it changes by other means. */
export function SearchFilter(props: SearchFilterProps): ReactElement {
  const { label, placeholder = label, maxLength } = props
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
        <Field label={label} hideLabel>
          <div className="flex gap-2">
            <Input
              ref={input}
              type="search"
              enterKeyHint="search"
              autoComplete="off"
              placeholder={placeholder}
              maxLength={maxLength}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <Button type="submit" variant="secondary" className="max-sm:px-3">
              <Search aria-hidden size={20} className="sm:hidden" />
              <span className="max-sm:sr-only">Search</span>
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
  /** Shows the label to screen readers only: the choices say what they are. */
  hideLabel?: boolean
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
  const { label, hideLabel = false, all, labels = {}, groups = {}, value, onChoose } = props
  return (
    <Field label={label} hideLabel={hideLabel} className="grow">
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

/**
 * The first and last day of a list, which are in the address.
 *
 * @param isInRow whether it is beside filters without visible labels
 */
export function DateRangeFilter({ isInRow = false }: { isInRow?: boolean }): ReactElement {
  const { from = '', to = '', arrange } = useAdminAddress()
  const beside = isInRow
    ? 'lg:grid lg:grid-cols-[auto_1fr] lg:items-center lg:gap-x-2 lg:gap-y-0'
    : undefined
  const isReversed = from !== '' && to !== '' && to < from
  return (
    <div className={cn('grid grid-cols-2 gap-3', isInRow ? 'grow' : 'max-w-md')}>
      <Field label="From" className={beside}>
        <DayInput value={from} onPick={(day) => arrange({ from: day })} />
      </Field>
      <Field
        label="To"
        className={beside}
        error={isReversed ? 'Choose a day on or after the first day.' : undefined}
      >
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
