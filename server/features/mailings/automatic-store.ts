import { sql } from 'kysely'
import type { MailingKind } from '#contract/email.ts'
import type { Queryable } from '#server/db/connect.ts'

export interface AutomaticMailing {
  mailingId: number
  kind: MailingKind
  clientKey: string
  subject: string
  html: string
}

/** Automatic mailings that are going out or paused. */
export function listOpenAutomatic(db: Queryable): Promise<AutomaticMailing[]> {
  return db
    .selectFrom('mailing')
    .select(['mailingId', 'kind', 'clientKey', 'subject', 'html'])
    .where('status', 'in', ['sending', 'paused'])
    .where('kind', '<>', 'broadcast')
    .execute()
}

/** Gives an automatic mailing new words, unless it has ended meanwhile; tells whether it did. */
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
  /** Null once the author's account is gone. */
  anonymousUsername: string | null
}

/** Public stories that were approved in a span of time, oldest first. */
export async function listApproved(
  db: Queryable,
  { since, until, limit }: { since: Date; until: Date; limit: number },
): Promise<NewStory[]> {
  const { rows } = await sql<NewStory>`
    select s.story_id, s.title, m.anonymous_username
    from story s left join member m on m.member_id = s.member_id
    where s.status = 'approved' and s.hidden_at is null and s.approved_at is not null
      and s.approved_at >= ${since} and s.approved_at < ${until}
    order by s.approved_at, s.story_id limit ${limit}`.execute(db)
  return rows
}
