import { queryOptions, useQuery } from '@tanstack/react-query'
import { settingsEndpoints, type WebsiteSettings } from '#contract/settings.ts'
import { call } from '#web/lib/api.ts'

export const siteSettingsQuery = queryOptions({
  queryKey: [settingsEndpoints.get.path],
  queryFn: ({ signal }) => call(settingsEndpoints.get, { signal }),
})

/** Undefined until they are loaded. */
export function useSiteSettings(): WebsiteSettings | undefined {
  return useQuery(siteSettingsQuery).data
}

/** The site's title. Until the settings are loaded, the one that the server wrote into the page. */
export function useSiteTitle(): string {
  return useSiteSettings()?.siteTitle ?? writtenTitle()
}

function writtenTitle(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')
  return meta?.content ?? ''
}
