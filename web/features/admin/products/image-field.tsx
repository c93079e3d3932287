import type { ReactElement } from 'react'
import { FilePreview } from '#web/features/admin/file-preview.tsx'
import { IMAGE_ACCEPT, IMAGE_HELP, imageProblem } from '#web/features/admin/image-file.ts'
import { FileField } from '#web/features/admin/products/file-field.tsx'
import type { FileState } from '#web/features/admin/products/use-product-form.ts'
import { ProductImage } from '#web/features/shop/product-image.tsx'

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
