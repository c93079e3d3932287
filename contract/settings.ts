import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** What every page reads about the site. */
export const WebsiteSettings = z.object({
  siteTitle: z.string(),
  logoUrl: z.string().nullable(),
  footerImage1: z.string().nullable(),
  footerImage2: z.string().nullable(),
  /** Shown as the help contact; its line is left out while it is unset. */
  helpEmail: z.string().nullable(),
  /** The community's IANA time zone, for shared content. */
  timeZone: z.string(),
})
export type WebsiteSettings = z.infer<typeof WebsiteSettings>

export const settingsEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/website-settings',
    who: 'any',
    summary: 'Title, images and help address of the site.',
    response: WebsiteSettings,
    topics: ['settings'],
  }),
}
