import { ImageUp } from 'lucide-react'
import { type ChangeEvent, type ReactElement, useRef, useState } from 'react'
import { FilePreview } from '#web/features/admin/file-preview.tsx'
import { IMAGE_ACCEPT, IMAGE_HELP, imageProblem } from '#web/features/admin/image-file.ts'
import { sizeLabel } from '#web/features/admin/size-label.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

interface ImageFieldProps {
  file: File | null
  onChange: (file: File | null) => void
  /** Why the form was refused with this image, or without one. */
  error: string | undefined
}

/** Selects and previews an image. Refuses a file that can't be uploaded. */
export function ImageField({ file, onChange, error }: ImageFieldProps): ReactElement {
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const chosen = target.files?.[0]
    if (!chosen) return
    const found = imageProblem(chosen)
    setProblem(found)
    if (found) target.value = ''
    else onChange(chosen)
  }
  const handleRemove = (): void => {
    if (input.current) input.current.value = ''
    setProblem(undefined)
    onChange(null)
    input.current?.focus()
  }
  return (
    <div className="flex flex-col gap-3">
      <Field label="Image" help={IMAGE_HELP} error={problem ?? error} required>
        <Input
          ref={input}
          type="file"
          name="image"
          accept={IMAGE_ACCEPT}
          onChange={handleChange}
          className="file:mr-3 file:rounded-md file:border-0 file:bg-sand file:px-3 file:py-1 file:font-medium file:text-ink"
        />
      </Field>
      {file ? <ChosenImage file={file} onRemove={handleRemove} /> : null}
    </div>
  )
}

function ChosenImage({ file, onRemove }: { file: File; onRemove: () => void }): ReactElement {
  return (
    <figure className="flex flex-col items-start gap-2">
      <FilePreview
        file={file}
        alt="Preview of the selected file"
        className="max-h-80 max-w-full rounded-lg border border-line"
      />
      <figcaption className="flex max-w-full flex-wrap items-center gap-x-4 text-sm text-ink-quiet">
        <span className="inline-flex min-w-0 items-center gap-2">
          <ImageUp aria-hidden size={16} className="shrink-0" />
          <span className="min-w-0 break-all">
            {file.name}, {sizeLabel(file.size)}
          </span>
        </span>
        <Button variant="link" size="sm" onClick={onRemove}>
          Remove image
        </Button>
      </figcaption>
    </figure>
  )
}
