import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { BodyInput } from '#contract/endpoint.ts'
import type { Versioned } from '#contract/fields.ts'
import type { settingsEndpoints, WebsiteSettings } from '#contract/settings.ts'
import { call } from '#web/lib/api.ts'
import { settingsCalls, shopCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, fresh } from '#web/lib/endpoint-query.ts'
import { siteSettingsQuery } from '#web/lib/site-settings.ts'

/** The site settings, always refetched because other administrators may have changed them. */
export const freshSettingsQuery = queryOptions({
  ...siteSettingsQuery,
  ...fresh,
})

/** The published products, of which one opens the live room. */
export const membershipsQuery = endpointQuery(shopCalls.listProducts, fresh)

export function saveSettings(
  body: BodyInput<typeof settingsEndpoints.save>,
): Promise<Versioned<WebsiteSettings>> {
  return call(settingsCalls.save, { body })
}

/** The setting of each site image. */
export type ImageField = 'logoUrl' | 'footerImage1' | 'footerImage2'

/** Uploads an image and saves it as the setting. */
export async function replaceImage(input: {
  field: ImageField
  file: File
  /** Called with 0 to 1 during the upload. */
  onProgress: (sent: number) => void
}): Promise<Versioned<WebsiteSettings>> {
  const { field, file, onProgress } = input
  const form = new FormData()
  form.set(field === 'logoUrl' ? 'logo' : 'image', file)
  const endpoint = field === 'logoUrl' ? settingsCalls.uploadLogo : settingsCalls.uploadFooterImage
  const { url } = await call(endpoint, { form, onProgress })
  return saveSettings({ [field]: url })
}

/** Removes an image. Without a logo, the built-in one is shown. */
export function removeImage(field: ImageField): Promise<Versioned<WebsiteSettings>> {
  if (field === 'logoUrl') return saveSettings({ logoUrl: null })
  const number = field === 'footerImage1' ? '1' : '2'
  return call(settingsCalls.removeFooterImage, { params: { number } })
}

/** Applies saved settings to the whole page immediately, including its title and logo. */
export async function showSettings(
  queryClient: QueryClient,
  settings: Versioned<WebsiteSettings>,
): Promise<void> {
  queryClient.setQueryData(siteSettingsQuery.queryKey, settings)
  await queryClient.invalidateQueries({ queryKey: siteSettingsQuery.queryKey })
}
