import { type ReactElement, useState } from 'react'
import { IMAGE_ACCEPT, IMAGE_HELP, imageProblem } from '#web/features/admin/image-file.ts'
import { FileField } from '#web/features/admin/products/file-field.tsx'
import type { ImageState } from '#web/features/admin/products/use-product-form.ts'
import { useObjectUrl } from '#web/features/admin/use-object-url.ts'
import { ProductImage } from '#web/features/shop/product-image.tsx'

interface ImageFieldProps {
  image: ImageState
  /** The URL of the stored image. */
  current: string | null
}

/** The image of a product, previewed as its card shows it. */
export function ImageField({ image, current }: ImageFieldProps): ReactElement {
  const { file, choose, error, input } = image
  return (
    <FileField
      label={current ? 'Replace image' : 'Image'}
      help={`${IMAGE_HELP} Cards show it at 16:9.`}
      name="imageUrl"
      accept={IMAGE_ACCEPT}
      problemOf={imageProblem}
      file={file}
      onChoose={choose}
      undoLabel="Undo image choice"
      error={error}
      input={input}
    >
      {file ? <Preview file={file} /> : null}
      {current && !file ? (
        <figure className="flex flex-col gap-1.5">
          <ProductImage src={current} className="max-w-64" />
          <figcaption className="text-sm text-ink-quiet">Current image</figcaption>
        </figure>
      ) : null}
    </FileField>
  )
}

function Preview({ file }: { file: File }): ReactElement | null {
  const url = useObjectUrl(file)
  const [broken, setBroken] = useState<string>()
  if (!url) return null
  if (url === broken) return <p>This file isn’t a valid image.</p>
  return (
    <img
      src={url}
      onError={() => setBroken(url)}
      alt="Preview of the selected file"
      className="aspect-video w-full max-w-64 rounded-lg bg-sand object-cover"
    />
  )
}
