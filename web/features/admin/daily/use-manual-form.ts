import { zodResolver } from '@hookform/resolvers/zod'
import { type SubmitEvent, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { DateText } from '#contract/logical-date.ts'
import {
  EMPTY_MANUAL,
  isEmptyManual,
  ManualDraft,
  type ManualValues,
  manualValues,
  submissionOf,
} from '#web/features/admin/daily/manual-values.ts'
import { type Publishing, usePublishing } from '#web/features/admin/daily/publishing.tsx'
import { type KeptImage, useKeptImage } from '#web/features/admin/kit/use-kept-image.ts'
import { ApiError } from '#web/lib/api.ts'
import { clearDraft } from '#web/lib/drafts.ts'
import { showFieldErrors } from '#web/lib/field-errors.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'

export interface ManualFormState {
  form: UseFormReturn<ManualDraft, unknown, ManualValues>
  image: KeptImage
  imageError: string | undefined
  publishing: Publishing
  submit: (event: SubmitEvent<HTMLFormElement>) => void
}

/** The state of the form. Its values are saved on this device until they are published. */
export function useManualForm(draftKey: string, today: DateText): ManualFormState {
  const form: ManualFormState['form'] = useDraftForm(
    { key: draftKey, schema: ManualDraft, isEmpty: isEmptyManual },
    { defaultValues: EMPTY_MANUAL, resolver: zodResolver(manualValues(today)) },
  )
  const image = useKeptImage(draftKey)
  const [imageError, setImageError] = useState<string>()
  const publishing = usePublishing({
    today,
    onPublished: ({ type }) => {
      clearDraft(draftKey)
      image.choose(null)
      form.reset({ ...EMPTY_MANUAL, type })
    },
    onRefused: (error) => {
      const isImage = form.getValues('format') === 'image'
      const names = ['type', 'altText', 'date'] as const
      showFieldErrors(form, { error, names: isImage ? names : [...names, 'content'] })
      if (isImage) setImageError(imageRefusal(error))
    },
  })
  const lacksImage = (): boolean => {
    const lacks = form.getValues('format') === 'image' && !image.file
    setImageError(lacks ? 'Choose an image.' : undefined)
    return lacks
  }
  const submitValues = form.handleSubmit(
    (values) => {
      if (!lacksImage()) publishing.start(submissionOf(values, image.file ?? undefined))
    },
    () => void lacksImage(),
  )
  return {
    form,
    image: {
      ...image,
      choose: (file) => {
        setImageError(undefined)
        image.choose(file)
      },
    },
    imageError,
    publishing,
    submit: (event) => void submitValues(event),
  }
}

/** The server's error about the image itself, if any. */
function imageRefusal(error: Error): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const isAboutImage = error.code === 'too_large' || error.code === 'unsupported_media'
  return error.fields.content ?? (isAboutImage ? error.sentence : undefined)
}
