import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WebsiteSettings } from '#contract/settings.ts'
import { notifyError, notifySuccess } from '#web/features/admin/notify.ts'
import {
  type ImageField,
  removeImage,
  replaceImage,
  showSettings,
} from '#web/features/admin/settings/queries.ts'

/** The name of each image in controls and toasts. */
export const IMAGE_NAMES: Record<ImageField, string> = {
  logoUrl: 'logo',
  footerImage1: 'footer image 1',
  footerImage2: 'footer image 2',
}

/** 'Logo', 'Footer image 1'. */
export function imageTitle(field: ImageField): string {
  const name = IMAGE_NAMES[field]
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Uploads and removes one of the site's images, and shows a toast with the outcome. */
// The return type is that of the mutations, inferred.
export function useImageSetting(field: ImageField) {
  const [sent, setSent] = useState(0)
  const queryClient = useQueryClient()
  const show = (settings: WebsiteSettings): void => void showSettings(queryClient, settings)
  const uploading = useMutation({
    mutationFn: (file: File) => replaceImage({ field, file, onProgress: setSent }),
    onMutate: () => setSent(0),
    onSuccess: (settings) => {
      show(settings)
      notifySuccess(`${imageTitle(field)} uploaded successfully`)
    },
    onError: (error) => notifyError(`Failed to upload ${IMAGE_NAMES[field]}`, error),
  })
  const removing = useMutation({
    mutationFn: () => removeImage(field),
    onSuccess: (settings) => {
      show(settings)
      notifySuccess(`${imageTitle(field)} deleted`)
    },
    onError: (error) => notifyError('Failed to delete image', error),
  })
  /** The sent share of the upload, 0 to 1. */
  return { sent, uploading, removing }
}
