import type { Db } from '#server/db/connect.ts'
import { withClient } from '#server/db/with-client.ts'

/** The migration that adds the column that the functions here use. */
export const RESTORED_FROM_SINCE = '0018-restored-from.sql'

/**
 * Whether this site was restored from a backup and its operator has not yet confirmed that it is
 * the live one. Two sites may run from one backup, and only one of them may send email and take
 * payments.
 */
export async function isUnconfirmed(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('websiteSettings')
    .select('restoredFrom')
    .where('restoredFrom', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** In the audit log, it explains why entries from after the backup are missing. */
const CONFIRM = `
  with restored as (
    select restored_from from website_settings where restored_from is not null for update
  ), confirmed as (
    update website_settings set restored_from = null where restored_from is not null
  )
  insert into audit_entry (action, subject_type, subject_id, detail)
  select 'site-restored', 'settings', '', jsonb_build_object('backup', restored_from) from restored`

/** Makes this the live site, starting with its next start. False if no confirmation was pending. */
export function confirmRestoration(url: string): Promise<boolean> {
  return withClient({ url, name: 'folx-restore' }, async (client) => {
    const { rowCount } = await client.query(CONFIRM)
    return rowCount === 1
  })
}
