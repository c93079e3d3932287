import { FileDown } from 'lucide-react'
import { type ChangeEvent, type ReactElement, type ReactNode, useState } from 'react'
import type { AdminProduct } from '#contract/shop.ts'
import {
  FilePreview,
  IMAGE_ACCEPT,
  IMAGE_HELP,
  imageProblem,
  sizeLabel,
} from '#web/features/admin/chosen-file.tsx'
import { digitalFileProblem, FILE_ACCEPT } from '#web/features/admin/products/product-values.ts'
import type { DigitalFileState, FileState } from '#web/features/admin/products/use-product-form.ts'
import { ProductImage } from '#web/features/shop/product-image.tsx'
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
function FileField(props: FileFieldProps): ReactElement {
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
          className="text-transparent"
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

interface ImageFieldProps {
  image: FileState
  /** The URL of the stored image. */
  current: string | null
}

/** The image of a product, previewed as its card shows it. */
export function ImageField({ image, current }: ImageFieldProps): ReactElement {
  const { file } = image
  return (
    <FileField
      label={current ? 'Replace image' : 'Image'}
      help={`${IMAGE_HELP} Cards show it at 16:9.`}
      name="imageUrl"
      accept={IMAGE_ACCEPT}
      problemOf={imageProblem}
      state={image}
      undoLabel="Undo image choice"
    >
      {file ? (
        <FilePreview
          file={file}
          alt="Preview of the selected file"
          className="aspect-video w-full max-w-64 rounded-lg bg-sand object-cover"
        />
      ) : null}
      {current && !file ? (
        <figure className="flex flex-col gap-1.5">
          <ProductImage src={current} className="max-w-64" />
          <figcaption className="text-sm text-ink-quiet">Current image</figcaption>
        </figure>
      ) : null}
    </FileField>
  )
}

interface DigitalFileFieldProps {
  state: DigitalFileState
  product: AdminProduct | undefined
}

/** The file that buyers download. */
export function DigitalFileField({ state, product }: DigitalFileFieldProps): ReactElement {
  const { file } = state
  const stored = product?.hasDigitalFile ? product : undefined
  return (
    <FileField
      label={stored ? 'Replace digital file' : 'Digital file'}
      help="PDF, ZIP, MP3 or MP4, at most 500 MB. Only its buyers can download it."
      name="digitalFileUrl"
      accept={FILE_ACCEPT}
      problemOf={digitalFileProblem}
      state={state}
      undoLabel="Undo file choice"
    >
      {stored && !file ? <StoredFile product={stored} state={state} /> : null}
    </FileField>
  )
}

/** The stored file, with a button to remove or keep it. */
function StoredFile(props: { product: AdminProduct; state: DigitalFileState }): ReactElement {
  const { product, state } = props
  const { isRemoved } = state
  return (
    <div className="flex flex-col items-start gap-1 text-sm text-ink-quiet">
      {isRemoved ? null : <StoredFileLink product={product} />}
      <p role="status" className="empty:-mt-1">
        {isRemoved ? 'The file will be removed when you save.' : ''}
      </p>
      {product.mayRemoveFile ? (
        <Button variant="link" size="sm" onClick={() => state.remove(!isRemoved)}>
          {isRemoved ? 'Keep file' : 'Remove file'}
        </Button>
      ) : (
        <p>Someone owns this file or is buying it, so you can replace it but not remove it.</p>
      )}
    </div>
  )
}

/** A link to a product's digital file, with its name and size. */
export function StoredFileLink({ product }: { product: AdminProduct }): ReactElement | null {
  const { digitalFileUrl, digitalFileName, digitalFileSize } = product
  if (digitalFileUrl === null) return null
  return (
    <a
      href={digitalFileUrl}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-9 min-w-0 items-center gap-2 text-sm text-primary underline underline-offset-4 pointer-coarse:min-h-11"
    >
      <FileDown aria-hidden size={18} className="shrink-0" />
      <span className="min-w-0 break-all">
        <span className="sr-only">Digital file: </span>
        {digitalFileName}
        {digitalFileSize === null ? '' : `, ${sizeLabel(digitalFileSize)}`}
      </span>
    </a>
  )
}
