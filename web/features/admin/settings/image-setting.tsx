import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ChangeEvent, type ReactElement, useRef, useState } from 'react'
import type { Versioned } from '#contract/fields.ts'
import type { WebsiteSettings } from '#contract/settings.ts'
import {
  FilePreview,
  IMAGE_ACCEPT,
  IMAGE_HELP,
  imageProblem,
} from '#web/features/admin/chosen-file.tsx'
import { DecisionDialog } from '#web/features/admin/kit/decision-dialog.tsx'
import {
  type ImageField,
  removeImage,
  replaceImage,
  showSettings,
} from '#web/features/admin/settings/queries.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { cn } from '#web/lib/cn.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Progress } from '#web/ui/progress.tsx'

interface ImageSettingProps {
  field: ImageField
  /** The URL of the current image. */
  url: string | null
}

/** One of the site's images, small. Its button opens a dialog to replace or remove it. */
export function ImageSetting({ field, url }: ImageSettingProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const name = IMAGE_NAMES[field]
  return (
    <section
      aria-labelledby={`${field}-title`}
      className="flex min-w-0 items-center gap-3 lg:flex-col lg:items-stretch"
    >
      <Thumbnail field={field} url={url} />
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-3">
        <h3 id={`${field}-title`} className="font-sans text-base font-medium">
          {imageTitle(field)}
        </h3>
        <Button
          variant="outline"
          size="sm"
          aria-label={`${url ? 'Change' : 'Add'} ${name}`}
          onClick={() => setIsOpen(true)}
        >
          {url ? 'Change' : 'Add'}
        </Button>
      </div>
      <DecisionDialog
        title={imageTitle(field)}
        description="An image that you upload appears for everyone right away."
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <ImageForm field={field} url={url} onDone={() => setIsOpen(false)} />
      </DecisionDialog>
    </section>
  )
}

function Thumbnail({ field, url }: ImageSettingProps): ReactElement {
  const isLogo = field === 'logoUrl'
  const box =
    'flex h-11 w-20 shrink-0 items-center justify-center rounded-lg border border-line lg:h-28 lg:w-full'
  if (url) {
    return (
      <img
        src={url}
        alt={`Current ${IMAGE_NAMES[field]}`}
        className={cn(box, isLogo ? 'object-contain p-1 lg:p-6' : 'bg-sand object-cover')}
      />
    )
  }
  return (
    <span className={cn(box, 'border-dashed border-line-strong text-sm text-ink-quiet')}>
      {isLogo ? 'Built-in' : 'None'}
    </span>
  )
}

interface ImageFormProps extends ImageSettingProps {
  /** Called once an image is uploaded or removed. */
  onDone: () => void
}

/** Replaces or removes an image. */
function ImageForm({ field, url, onDone }: ImageFormProps): ReactElement {
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { sent, uploading, removing } = useImageSetting(field, onDone)
  const isLogo = field === 'logoUrl'
  const name = IMAGE_NAMES[field]
  const choose = (chosen: File | undefined): void => {
    uploading.reset()
    const found = chosen && imageProblem(chosen)
    setProblem(found)
    setFile(found ? undefined : chosen)
  }
  const clear = (): void => {
    if (input.current) input.current.value = ''
    choose(undefined)
    input.current?.focus()
  }
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    if (!uploading.isPending) choose(target.files?.[0])
  }
  return (
    <div className="flex flex-col gap-4">
      {file ? null : <CurrentImage field={field} url={url} onRemove={() => setIsAsking(true)} />}
      <Field
        label={url ? `Replace ${name}` : `Upload ${name}`}
        help={
          <>
            <span className="block">
              {isLogo
                ? 'Shown next to the site title, 36 pixels high.'
                : 'Shown below the message of the day, on the Daily WORD tab.'}
            </span>
            {isLogo ? null : <span className="block">Recommended size: 1280x720 (16:9)</span>}
            <span className="block">{IMAGE_HELP}</span>
          </>
        }
        error={problem ?? (uploading.error ? sentenceOf(uploading.error) : undefined)}
      >
        <Input
          ref={input}
          type="file"
          accept={IMAGE_ACCEPT}
          disabled={uploading.isPending}
          onChange={handleChange}
        />
      </Field>
      {file ? (
        <ChosenImage
          file={file}
          name={name}
          isWide={!isLogo}
          progress={uploading.isPending ? sent : undefined}
          onUpload={() => uploading.run(file)}
          onCancel={clear}
        />
      ) : null}
      <ConfirmDialog
        title={`Delete ${name}?`}
        description={
          isLogo
            ? 'Everyone will see the built-in logo again.'
            : 'It will be removed from the Daily WORD for everyone.'
        }
        confirmLabel="Delete"
        isDestructive
        isBusy={removing.isPending}
        failure={removing.failure}
        isOpen={isAsking}
        onOpenChange={(isOpen) => {
          removing.reset()
          setIsAsking(isOpen)
        }}
        onConfirm={() =>
          removing.run(undefined, () => {
            setIsAsking(false)
            onDone()
          })
        }
      />
    </div>
  )
}

interface ChosenImageProps {
  file: File
  /** The image's use: 'logo'. */
  name: string
  /** Whether it is shown at 16:9. */
  isWide: boolean
  /** 0 to 1 during the upload. */
  progress: number | undefined
  onUpload: () => void
  onCancel: () => void
}

/** A preview of an image before it is uploaded. */
function ChosenImage(props: ChosenImageProps): ReactElement {
  const { file, name, isWide, progress, onUpload, onCancel } = props
  const isBusy = progress !== undefined
  return (
    <div className="flex flex-col gap-3">
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

interface CurrentImageProps {
  field: ImageField
  url: string | null
  onRemove: () => void
}

/** The current image, as large as the dialog allows. */
function CurrentImage({ field, url, onRemove }: CurrentImageProps): ReactElement {
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
            : 'aspect-video w-full rounded-xl bg-sand object-cover'
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

/** The name of each image in controls and toasts. */
const IMAGE_NAMES: Record<ImageField, string> = {
  logoUrl: 'logo',
  footerImage1: 'footer image 1',
  footerImage2: 'footer image 2',
}

/** 'Logo', 'Footer image 1'. */
function imageTitle(field: ImageField): string {
  const name = IMAGE_NAMES[field]
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Uploads and removes one of the site's images, and shows a toast with the outcome. */
// The return type is that of the mutations, inferred.
function useImageSetting(field: ImageField, onUploaded: () => void) {
  const [sent, setSent] = useState(0)
  const client = useQueryClient()
  const show = (settings: Versioned<WebsiteSettings>): void => void showSettings(client, settings)
  const uploading = useAction({
    call: (file: File) => replaceImage({ field, file, onProgress: setSent }),
    onStart: () => setSent(0),
    done: `${imageTitle(field)} uploaded successfully`,
    failed: `Failed to upload ${IMAGE_NAMES[field]}`,
    onDone: (settings) => {
      show(settings)
      onUploaded()
    },
  })
  const removing = useAction({
    call: () => removeImage(field),
    done: `${imageTitle(field)} deleted`,
    failed: 'Failed to delete image',
    onDone: show,
  })
  /** The sent share of the upload, 0 to 1. */
  return { sent, uploading, removing }
}
