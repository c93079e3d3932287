import { type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import type { Mailing } from '#server/db/schema.gen.ts'

const AUTOMATIC = ['mailingId', 'kind', 'clientKey', 'subject', 'html'] as const

export type AutomaticMailing = Pick<Selectable<Mailing>, (typeof AUTOMATIC)[number]>

/** Automatic mailings that are being sent or paused. */
export function listOpenAutomatic(db: Queryable): Promise<AutomaticMailing[]> {
  return db
    .selectFrom('mailing')
    .select(AUTOMATIC)
    .where('status', 'in', ['sending', 'paused'])
    .where('kind', '<>', 'broadcast')
    .execute()
}

/** Replaces a mailing's content, unless it has ended meanwhile. Returns whether it did. */
export async function rewriteOpen(
  db: Queryable,
  { mailingId, subject, html }: { mailingId: number; subject: string; html: string },
): Promise<boolean> {
  const result = await db
    .updateTable('mailing')
    .set({ subject, html })
    .where('mailingId', '=', mailingId)
    .where('status', 'in', ['sending', 'paused'])
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function cancelOpen(
  db: Queryable,
  { mailingId, now }: { mailingId: number; now: Date },
): Promise<void> {
  await db
    .updateTable('mailing')
    .set({ status: 'cancelled', finishedAt: now })
    .where('mailingId', '=', mailingId)
    .where('status', 'in', ['sending', 'paused'])
    .execute()
}

export interface NewStory {
  storyId: number
  title: string
}

/** Public stories that were approved in a period, oldest first. */
export async function listApproved(
  db: Queryable,
  { since, until, limit }: { since: Date; until: Date; limit: number },
): Promise<NewStory[]> {
  const { rows } = await sql<NewStory>`
    select story_id, title from story
    where status = 'approved' and hidden_at is null and approved_at is not null
      and approved_at >= ${since} and approved_at < ${until}
    order by approved_at, story_id limit ${limit}`.execute(db)
  return rows
}
