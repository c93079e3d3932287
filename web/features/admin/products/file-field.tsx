import type { ChangeEvent, ReactElement, ReactNode, RefObject } from 'react'
import { useState } from 'react'
import { sizeLabel } from '#web/features/admin/size-label.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

interface FileFieldProps {
  label: string
  help: string
  name: string
  accept: string
  /** Why a file cannot be sent. */
  problemOf: (file: File) => string | undefined
  /** What is chosen. */
  file: File | null
  onChoose: (file: File | null) => void
  /** Why the form was not taken with this file. */
  error: string | undefined
  input: RefObject<HTMLInputElement | null>
  /** What takes the choice back. */
  takeBackLabel: string
  /** How it looks, or what is in place. */
  children?: ReactNode
}

/** Chooses a file. What cannot be sent is refused before it is sent, and what was chosen stays. */
export function FileField(props: FileFieldProps): ReactElement {
  const { label, help, name, accept, problemOf, file: chosen, onChoose, error, input } = props
  const [problem, setProblem] = useState<string>()
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const file = target.files?.[0]
    if (!file) return
    const found = problemOf(file)
    setProblem(found)
    // The name that is shown is that of the file which is sent.
    target.value = ''
    if (!found) onChoose(file)
  }
  const handleTakeBack = (): void => {
    setProblem(undefined)
    onChoose(null)
    input.current?.focus()
  }
  return (
    <div className="flex flex-col items-stretch gap-2">
      <Field
        label={label}
        help={help}
        error={problem ?? error}
        status={chosen ? `Chosen: ${chosen.name}, ${sizeLabel(chosen.size)}` : undefined}
        className="wrap-anywhere"
      >
        <Input
          ref={input}
          type="file"
          name={name}
          accept={accept}
          onChange={handleChange}
          className="text-transparent file:mr-3 file:rounded-md file:border-0 file:bg-sand file:px-3 file:py-1 file:font-medium file:text-ink"
        />
      </Field>
      {props.children}
      {chosen ? (
        <Button variant="link" size="sm" className="self-start" onClick={handleTakeBack}>
          {props.takeBackLabel}
        </Button>
      ) : null}
    </div>
  )
}
