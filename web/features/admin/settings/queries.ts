import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { BodyInput } from '#contract/endpoint.ts'
import { settingsEndpoints, type WebsiteSettings } from '#contract/settings.ts'
import { call } from '#web/lib/api.ts'
import { siteSettingsQuery } from '#web/lib/site-settings.ts'

/** The settings as every page reads them, asked for anew: others may have changed them. */
export const freshSettingsQuery = queryOptions({
  ...siteSettingsQuery,
  staleTime: 0,
  refetchOnWindowFocus: true,
})

export function saveSettings(
  body: BodyInput<typeof settingsEndpoints.save>,
): Promise<WebsiteSettings> {
  return call(settingsEndpoints.save, { body })
}

/** Which of the site's images. */
export type ImageField = 'logoUrl' | 'footerImage1' | 'footerImage2'

/** Stores an image and puts it in place. */
export async function replaceImage(input: {
  field: ImageField
  file: File
  /** Called with 0 to 1 while it is sent. */
  onProgress: (sent: number) => void
}): Promise<WebsiteSettings> {
  const { field, file, onProgress } = input
  const form = new FormData()
  form.set(field === 'logoUrl' ? 'logo' : 'image', file)
  const endpoint =
    field === 'logoUrl' ? settingsEndpoints.uploadLogo : settingsEndpoints.uploadFooterImage
  const { url } = await call(endpoint, { form, onProgress })
  return saveSettings({ [field]: url })
}

/** Takes an image away. Without a logo the built-in mark stands in. */
export function removeImage(field: ImageField): Promise<WebsiteSettings> {
  if (field === 'logoUrl') return saveSettings({ logoUrl: null })
  const number = field === 'footerImage1' ? '1' : '2'
  return call(settingsEndpoints.removeFooterImage, { params: { number } })
}

/** Shows saved settings on all of this page at once, its title and logo included. */
export async function showSettings(
  queryClient: QueryClient,
  settings: WebsiteSettings,
): Promise<void> {
  queryClient.setQueryData(siteSettingsQuery.queryKey, settings)
  await queryClient.invalidateQueries({ queryKey: siteSettingsQuery.queryKey })
}
