import { type ReactElement, useState } from 'react'
import { useObjectUrl } from '#web/features/admin/use-object-url.ts'
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
  const url = useObjectUrl(file)
  const [broken, setBroken] = useState<string>()
  const isBusy = progress !== undefined
  return (
    <div className="flex max-w-prose flex-col gap-3">
      {url && url === broken ? <p>This file isn’t a valid image.</p> : null}
      {url && url !== broken ? (
        <img
          src={url}
          onError={() => setBroken(url)}
          alt={`Preview of the ${name}`}
          className={cn(
            'rounded-xl border border-line',
            isWide
              ? 'aspect-video w-full object-cover'
              : 'h-20 max-w-full self-start object-contain p-2',
          )}
        />
      ) : null}
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
