import type { WebsiteSettings } from '#contract/settings.ts'
import type { Queryable } from '#server/db/connect.ts'
import { getSettings } from './store.ts'

/** What every page reads about the site. */
export async function readSettings(db: Queryable): Promise<WebsiteSettings> {
  return getSettings(db)
}

/** The name under which the site speaks, in pages and mails. */
export async function siteTitle(db: Queryable): Promise<string> {
  return (await getSettings(db)).siteTitle
}
