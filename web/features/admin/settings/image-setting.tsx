import { type ChangeEvent, type ReactElement, useRef, useState } from 'react'
import { IMAGE_ACCEPT, imageProblem } from '#web/features/admin/image-file.ts'
import { ChosenImage } from '#web/features/admin/settings/chosen-image.tsx'
import { CurrentImage } from '#web/features/admin/settings/current-image.tsx'
import type { ImageField } from '#web/features/admin/settings/queries.ts'
import {
  IMAGE_NAMES,
  imageTitle,
  useImageSetting,
} from '#web/features/admin/settings/use-image-setting.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

interface ImageSettingProps {
  field: ImageField
  /** The URL of the current image. */
  url: string | null
}

/** Shows one of the site's images, and replaces or removes it. */
export function ImageSetting({ field, url }: ImageSettingProps): ReactElement {
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { sent, uploading, removing } = useImageSetting(field)
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
    // After the input, which was disabled during the upload, is enabled again.
    setTimeout(() => input.current?.focus())
  }
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    if (!uploading.isPending) choose(target.files?.[0])
  }
  return (
    <section aria-labelledby={`${field}-title`} className="flex flex-col gap-4">
      <h3 id={`${field}-title`} className="text-lg">
        {imageTitle(field)}
      </h3>
      <CurrentImage field={field} url={url} onRemove={() => setIsAsking(true)} />
      <Field
        label={url ? `Replace ${name}` : `Upload ${name}`}
        help={
          isLogo
            ? 'Shown next to the site title, 36 pixels high.'
            : 'Recommended size: 1280x720 (16:9)'
        }
        error={problem ?? (uploading.error ? sentenceOf(uploading.error) : undefined)}
        className="max-w-prose"
      >
        <Input
          ref={input}
          type="file"
          accept={IMAGE_ACCEPT}
          disabled={uploading.isPending}
          onChange={handleChange}
          className="file:mr-3 file:rounded-md file:border-0 file:bg-sand file:px-3 file:py-1 file:font-medium file:text-ink"
        />
      </Field>
      {file ? (
        <ChosenImage
          file={file}
          name={name}
          isWide={!isLogo}
          progress={uploading.isPending ? sent : undefined}
          onUpload={() => uploading.mutate(file, { onSuccess: clear })}
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
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={() => removing.mutate(undefined, { onSettled: () => setIsAsking(false) })}
      />
    </section>
  )
}
