import { type Selectable, sql } from 'kysely'
import { WebsiteSettings } from '#contract/settings.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { WebsiteSettings as WebsiteSettingsTable } from '#server/db/schema.gen.ts'

export type SettingsRow = Pick<Selectable<WebsiteSettingsTable>, keyof WebsiteSettings>

/** Each setting is a column of the same name. */
const ROW = WebsiteSettings.keyof().options

export function getSettings(db: Queryable): Promise<SettingsRow> {
  return db.selectFrom('websiteSettings').select(ROW).executeTakeFirstOrThrow()
}

/** The same, locked until the transaction ends. */
export function lockSettings(trx: Queryable): Promise<SettingsRow> {
  return trx.selectFrom('websiteSettings').select(ROW).forUpdate().executeTakeFirstOrThrow()
}

/** Changes the given settings, at least one. */
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

/** Whether the settings refer to this image. */
export async function isImageShown(db: Queryable, address: string): Promise<boolean> {
  const { logoUrl, footerImage1, footerImage2 } = await getSettings(db)
  return [logoUrl, footerImage1, footerImage2].includes(address)
}

/** Whether a product exists, for sale or not. A product is never deleted. */
export async function isProduct(db: Queryable, productId: number): Promise<boolean> {
  const query = db.selectFrom('product').select('productId').where('productId', '=', productId)
  return (await query.executeTakeFirst()) !== undefined
}

/** Whether anything was ever sold or is being bought right now. */
export async function hasSales(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ isSold: boolean }>`
    select exists (select from purchase) or exists (select from payment)
      or exists (select from checkout where status in ('opening', 'open', 'processing')) as is_sold
  `.execute(db)
  return rows[0]?.isSold ?? false
}
