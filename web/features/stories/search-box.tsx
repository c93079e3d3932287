import { type ReactElement, useEffect, useState } from 'react'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

const DEBOUNCE_MS = 350
/** The contract's limit for a search text. */
const MAX_LENGTH = 200

interface SearchBoxProps {
  /** The search text in the address. */
  value: string
  onSearch: (text: string) => void
}

/** Searches when typing pauses. Follows the address when it changes in another way. */
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
  const isTooLong = wanted.length > MAX_LENGTH
  useEffect(() => {
    if (wanted === sent || isTooLong) return
    const timer = setTimeout(() => {
      setSent(wanted)
      onSearch(wanted)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [wanted, sent, isTooLong, onSearch])
  return (
    <Field
      label="Search stories"
      error={isTooLong ? `Search for ${MAX_LENGTH} characters or less` : undefined}
    >
      <Input
        type="search"
        enterKeyHint="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Field>
  )
}
