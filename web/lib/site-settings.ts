import { useQuery } from '@tanstack/react-query'
import { isolated } from '#contract/direction.ts'
import type { WebsiteSettings } from '#contract/settings.ts'
import { settingsCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

export const siteSettingsQuery = endpointQuery(settingsCalls.get)

/** Undefined until they are loaded. */
export function useSiteSettings(): WebsiteSettings | undefined {
  return useQuery(siteSettingsQuery).data
}

/** The site's title for a sentence, which it can't reorder. */
export function useSiteTitle(): string {
  return isolated(useBareSiteTitle())
}

/**
 * The site's title for an element of its own. Until the settings are loaded, the one that the server
 * wrote into the page.
 */
export function useBareSiteTitle(): string {
  return useSiteSettings()?.siteTitle ?? writtenTitle()
}

function writtenTitle(): string {
  if (import.meta.env.SSR) return ''
  const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')
  return meta?.content ?? ''
}
