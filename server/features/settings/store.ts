import type { Queryable } from '#server/db/connect.ts'

export interface SettingsRow {
  siteTitle: string
  logoUrl: string | null
  footerImage1: string | null
  footerImage2: string | null
  helpEmail: string | null
  timeZone: string
}

export function getSettings(db: Queryable): Promise<SettingsRow> {
  return db
    .selectFrom('websiteSettings')
    .select(['siteTitle', 'logoUrl', 'footerImage1', 'footerImage2', 'helpEmail', 'timeZone'])
    .executeTakeFirstOrThrow()
}
