import { useQuery } from '@tanstack/react-query'
import { settingsEndpoints, type WebsiteSettings } from '#contract/settings.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

export const siteSettingsQuery = endpointQuery(settingsEndpoints.get)

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
