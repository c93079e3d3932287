import { FileDown } from 'lucide-react'
import type { ReactElement } from 'react'
import type { AdminProduct } from '#contract/shop.ts'
import { sizeLabel } from '#web/features/admin/size-label.ts'

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
