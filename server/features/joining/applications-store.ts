import type { Queryable } from '#server/db/connect.ts'
import { type Listed, listSlice, type Slice } from '#server/db/page.ts'

export interface ApplicationRow {
  applicationId: number
  email: string
  message: string
  createdAt: Date
}

/** Keeps an application in place of an earlier one from the same address. */
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

/** Whether `most` applications of others wait already. */
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

/** Oldest first, with the whole count, of those that came after `since`. */
export async function listApplications(
  db: Queryable,
  { since, ...slice }: Slice & { since: Date },
): Promise<Listed<ApplicationRow>> {
  const waiting = db
    .selectFrom('application')
    .select(['applicationId', 'email', 'message', 'createdAt'])
    .where('createdAt', '>', since)
    .orderBy('createdAt')
    .orderBy('applicationId')
  return listSlice(waiting, slice)
}

/** Deletes an application and returns its address; undefined when it is not there any more. */
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
 * Deletes applications from before `applications`, and what invitations left that ended long ago.
 * Returns whether there was an application.
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
