import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import type { Listed, Slice } from '#server/db/page.ts'
import { listWaiting } from '#server/db/review-items.ts'

export interface ApplicationRow {
  applicationId: number
  email: string
  message: string
  createdAt: Date
}

/** Stores an application, replacing an earlier one from the same address. */
export async function putApplication(
  trx: Queryable,
  application: Omit<ApplicationRow, 'applicationId'>,
): Promise<void> {
  const { message, createdAt } = application
  await trx
    .insertInto('application')
    .values(application)
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ message, createdAt }))
    .execute()
}

/** Whether `most` applications from other addresses are waiting already. */
export async function isFull(
  trx: Queryable,
  { most, email }: { most: number; email: string },
): Promise<boolean> {
  const rows = await trx
    .selectFrom('application')
    .select('applicationId')
    .where('email', '<>', email)
    .limit(most)
    .execute()
  return rows.length >= most
}

/** The applications made after `since`, oldest first, with the total count. */
export function listApplications(
  db: Queryable,
  { since, ...slice }: Slice & { since: Date },
): Promise<Listed<ApplicationRow>> {
  return listWaiting(db, {
    subjects: ['application'],
    columns: sql`a.application_id, a.email, a.message, a.created_at`,
    from: sql`join application a on a.application_id = item.subject_id`,
    after: since,
    ...slice,
  })
}

/** Deletes an application and returns its address; undefined if it no longer exists. */
export async function takeApplication(
  trx: Queryable,
  { applicationId, since }: { applicationId: number; since: Date },
): Promise<string | undefined> {
  const taken = await trx
    .deleteFrom('application')
    .where('applicationId', '=', applicationId)
    .where('createdAt', '>', since)
    .returning('email')
    .executeTakeFirst()
  return taken?.email
}

/**
 * Deletes applications made before `applications`, invitations that ended before `invitations`, and
 * hashes of invited addresses that have expired. Returns whether it deleted an application.
 */
export async function deleteOld(
  db: Queryable,
  before: { applications: Date; invitations: Date; now: Date },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('application')
    .where('createdAt', '<=', before.applications)
    .executeTakeFirst()
  await db.deleteFrom('invitation').where('expiresAt', '<=', before.invitations).execute()
  await db.deleteFrom('invitedAddress').where('expiresAt', '<=', before.now).execute()
  return numDeletedRows > 0n
}
