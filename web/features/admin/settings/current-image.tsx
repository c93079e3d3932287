import { Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ImageField } from '#web/features/admin/settings/queries.ts'
import { IMAGE_NAMES } from '#web/features/admin/settings/use-image-setting.ts'
import { Button } from '#web/ui/button.tsx'

interface CurrentImageProps {
  field: ImageField
  url: string | null
  onRemove: () => void
}

/** The current image. Footer images are shown at full width and 256 pixels high. */
export function CurrentImage({ field, url, onRemove }: CurrentImageProps): ReactElement {
  const isLogo = field === 'logoUrl'
  if (!url) {
    return (
      <p className="text-ink-quiet">
        {isLogo ? 'The built-in logo is shown.' : 'No image is shown.'}
      </p>
    )
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <img
        src={url}
        alt={`Current ${IMAGE_NAMES[field]}`}
        className={
          isLogo
            ? 'h-20 max-w-full rounded-lg border border-line object-contain p-2'
            : 'h-64 w-full rounded-xl bg-sand object-cover'
        }
      />
      <Button
        variant="outline"
        size="sm"
        className="text-destructive"
        aria-label={`Delete ${IMAGE_NAMES[field]}`}
        onClick={onRemove}
      >
        <Trash2 aria-hidden size={18} />
        Delete
      </Button>
    </div>
  )
}
