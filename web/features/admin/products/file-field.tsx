import type { ChangeEvent, ReactElement, ReactNode } from 'react'
import { useState } from 'react'
import type { FileState } from '#web/features/admin/products/use-product-form.ts'
import { sizeLabel } from '#web/features/admin/size-label.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

interface FileFieldProps {
  label: string
  help: string
  name: string
  accept: string
  /** Why a file can't be uploaded; undefined if it can. */
  problemOf: (file: File) => string | undefined
  state: FileState
  /** Label of the button that clears the selection. */
  undoLabel: string
  /** A preview of the selected file, or the stored file. */
  children?: ReactNode
}

/** Selects a file. A file that can't be uploaded is refused, and the earlier selection stays. */
export function FileField(props: FileFieldProps): ReactElement {
  const { label, help, name, accept, problemOf } = props
  const { file: chosen, choose, error, input } = props.state
  const [problem, setProblem] = useState<string>()
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const file = target.files?.[0]
    if (!file) return
    const found = problemOf(file)
    setProblem(found)
    // Cleared, because the status line shows the name of the file that will be sent.
    target.value = ''
    if (!found) choose(file)
  }
  const handleUndo = (): void => {
    setProblem(undefined)
    choose(null)
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
        <Button variant="link" size="sm" className="self-start" onClick={handleUndo}>
          {props.undoLabel}
        </Button>
      ) : null}
    </div>
  )
}
