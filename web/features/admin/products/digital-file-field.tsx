import type { ReactElement } from 'react'
import type { AdminProduct } from '#contract/shop.ts'
import { FileField } from '#web/features/admin/products/file-field.tsx'
import { digitalFileProblem, FILE_ACCEPT } from '#web/features/admin/products/product-values.ts'
import { StoredFileLink } from '#web/features/admin/products/stored-file-link.tsx'
import type { DigitalFileState } from '#web/features/admin/products/use-product-form.ts'
import { Button } from '#web/ui/button.tsx'

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
