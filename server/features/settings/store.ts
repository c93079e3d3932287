import type { WebsiteSettings } from '#contract/settings.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Json } from '#server/db/schema.gen.ts'

export interface SettingsRow {
  siteTitle: string
  logoUrl: string | null
  footerImage1: string | null
  footerImage2: string | null
  helpEmail: string | null
  timeZone: string
  answerPromiseHours: number
  helplines: Json
  coaching: Json
  membershipProductId: number
  restoredFrom: Date | null
}

const ROW = [
  'siteTitle',
  'logoUrl',
  'footerImage1',
  'footerImage2',
  'helpEmail',
  'timeZone',
  'answerPromiseHours',
  'helplines',
  'coaching',
  'membershipProductId',
  'restoredFrom',
] as const

export function getSettings(db: Queryable): Promise<SettingsRow> {
  return db.selectFrom('websiteSettings').select(ROW).executeTakeFirstOrThrow()
}

/** The same, and nobody else changes them until the transaction ends. */
export function lockSettings(trx: Queryable): Promise<SettingsRow> {
  return trx.selectFrom('websiteSettings').select(ROW).forUpdate().executeTakeFirstOrThrow()
}

/** Changes what is given; there is something. */
export async function updateSettings(
  trx: Queryable,
  changes: Partial<WebsiteSettings>,
): Promise<void> {
  const { helplines, coaching, ...rest } = changes
  await trx
    .updateTable('websiteSettings')
    .set({
      ...rest,
      ...(helplines && { helplines: JSON.stringify(helplines) }),
      ...(coaching && { coaching: JSON.stringify(coaching) }),
    })
    .execute()
}

/** Whether an address of an image stands in the settings. */
export async function isImageShown(db: Queryable, address: string): Promise<boolean> {
  const { logoUrl, footerImage1, footerImage2 } = await getSettings(db)
  return [logoUrl, footerImage1, footerImage2].includes(address)
}
