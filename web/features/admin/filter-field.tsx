import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'

interface FilterFieldProps {
  label: string
  help?: string
  /** The current search, from the address. */
  value: string
  maxLength: number
  /** Called with the trimmed text. */
  onFilter: (text: string) => void
}

/** Searches a list. Follows the address when it changes by other means. */
export function FilterField(props: FilterFieldProps): ReactElement {
  const { label, help, value, maxLength, onFilter } = props
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  if (value !== known) {
    setKnown(value)
    setText(value)
  }
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    onFilter(text.trim())
  }
  const handleClear = (): void => {
    onFilter('')
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
            {value ? (
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
