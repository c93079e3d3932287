import type { ReactElement } from 'react'
import { FilePreview } from '#web/features/admin/file-preview.tsx'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'

interface ChosenImageProps {
  file: File
  /** What the image is for: 'logo'. */
  name: string
  /** Whether it is shown at 16:9. */
  isWide: boolean
  /** 0 to 1 during the upload. */
  progress: number | undefined
  onUpload: () => void
  onCancel: () => void
}

/** A preview of an image before it is uploaded. */
export function ChosenImage(props: ChosenImageProps): ReactElement {
  const { file, name, isWide, progress, onUpload, onCancel } = props
  const isBusy = progress !== undefined
  return (
    <div className="flex max-w-prose flex-col gap-3">
      <FilePreview
        file={file}
        alt={`Preview of the ${name}`}
        className={cn(
          'rounded-xl border border-line',
          isWide
            ? 'aspect-video w-full object-cover'
            : 'h-20 max-w-full self-start object-contain p-2',
        )}
      />
      {isBusy ? <Progress label={`Uploading ${name}`} value={Math.round(progress * 100)} /> : null}
      <div className="flex flex-wrap gap-3">
        <Button size="sm" busy={isBusy} onClick={onUpload}>
          {isBusy ? 'Uploading…' : 'Upload'}
        </Button>
        {isBusy ? null : (
          <Button variant="ghost" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  )
}
