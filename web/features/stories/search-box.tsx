import { type ReactElement, useEffect, useState } from 'react'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

const DEBOUNCE_MS = 350
/** As the contract limits a search. */
const MAX_LENGTH = 200

interface SearchBoxProps {
  /** What the list is searched for, as the address has it. */
  value: string
  onSearch: (text: string) => void
}

/** Searches once the typing pauses. Follows the address when that changes by other means. */
export function SearchBox({ value, onSearch }: SearchBoxProps): ReactElement {
  const [text, setText] = useState(value)
  const [sent, setSent] = useState(value)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    if (value !== sent) {
      setText(value)
      setSent(value)
    }
  }
  const wanted = text.trim()
  useEffect(() => {
    if (wanted === sent) return
    const timer = setTimeout(() => {
      setSent(wanted)
      onSearch(wanted)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [wanted, sent, onSearch])
  return (
    <Field label="Search stories">
      <Input
        type="search"
        enterKeyHint="search"
        maxLength={MAX_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Field>
  )
}
