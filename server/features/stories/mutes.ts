import { sql } from 'kysely'
import { MOST_MUTES, type Mute } from '#contract/mutes.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction, isBrokenReference } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'

const NOBODY: ReadonlySet<string> = new Set()

export async function readMutes(context: Context, viewer: Viewer): Promise<Mute[]> {
  return (await listMutes(context.db, viewer.id)).map(presentMute)
}

export async function unmute(context: Context, viewer: Viewer, muteId: string): Promise<void> {
  await context.db
    .deleteFrom('mute')
    .where('memberId', '=', viewer.id)
    .where('muteId', '=', muteId)
    .execute()
  announceMutes(context, viewer)
}

/**
 * Mutes an author for the viewer. The caller has checked that the viewer can see something by them.
 */
export async function muteAuthor(
  context: Context,
  viewer: Viewer,
  { memberId: mutedMemberId }: { memberId: string | null },
): Promise<void> {
  if (mutedMemberId === viewer.id) {
    throw new AppError('not_allowed', 'You can’t mute your own community username.')
  }
  if (mutedMemberId === null) throw formerAuthor()
  await context.limits.consume('mute-member', viewer.id)
  const [memberId, now] = [viewer.id, context.now()]
  const isMuted = await inTransaction(context.db, (trx) =>
    insertMute(trx, { memberId, mutedMemberId, most: MOST_MUTES, now }),
  ).catch((error: unknown) => {
    throw isBrokenReference(error) ? notSignedIn() : error
  })
  if (isMuted === undefined) throw formerAuthor()
  if (!isMuted) {
    throw new AppError(
      'conflict',
      `You’ve muted ${MOST_MUTES} community usernames, which is the most. Unmute one in your account first.`,
    )
  }
  announceMutes(context, viewer)
}

/** Announces the change only to the viewer's own sessions and cached responses. */
function announceMutes(context: Context, viewer: Viewer): void {
  const { id: memberId } = viewer
  context.changes.announce({ kind: 'member', memberId }, { kind: 'mutes', memberId })
}

function formerAuthor(): AppError {
  return new AppError('conflict', 'The author deleted their account, so there’s nobody to mute.')
}

/**
 * Which of the authors the viewer has muted. Costs no query for viewers without mutes, who are most
 * members.
 */
export async function readMuted(
  context: Context,
  viewer: Viewer | undefined,
  rows: readonly { memberId: string | null }[],
): Promise<ReadonlySet<string>> {
  if (!viewer?.hasMutes) return NOBODY
  const authorIds = [...new Set(rows.flatMap(({ memberId }) => memberId ?? []))]
  if (authorIds.length === 0) return NOBODY
  return new Set(await findMuted(context.db, { memberId: viewer.id, authorIds }))
}

function presentMute({ muteId, anonymousUsername, mutedAt }: MuteRow): Mute {
  return { id: muteId, anonymousUsername, mutedAt: mutedAt.toISOString() }
}

interface MuteRow {
  muteId: string
  anonymousUsername: string | null
  mutedAt: Date
}

/**
 * Mutes a member for another, unless `most` are already muted. Returns whether the member is muted
 * now; undefined if the muted account no longer exists.
 */
async function insertMute(
  trx: Queryable,
  input: { memberId: string; mutedMemberId: string; most: number; now: Date },
): Promise<boolean | undefined> {
  const { memberId, mutedMemberId, most, now } = input
  // Serializes the member's own calls, so that the count is right.
  await sql`select from member where member_id = ${memberId} for no key update`.execute(trx)
  const { rows } = await sql<{ isFull: boolean; isMuted: boolean }>`
    select
      exists (
        select from mute where member_id = ${memberId} offset ${sql.lit(most - 1)}
      ) as is_full,
      exists (
        select from mute where member_id = ${memberId} and muted_member_id = ${mutedMemberId}
      ) as is_muted
    from member where member_id = ${mutedMemberId} for key share`.execute(trx)
  const [state] = rows
  if (!state) return undefined
  if (state.isMuted) return true
  if (state.isFull) return false
  await trx.insertInto('mute').values({ memberId, mutedMemberId, mutedAt: now }).execute()
  return true
}

/**
 * A member's mutes, newest first. A name is included only while something by that author is
 * visible: otherwise the list would reveal the current name of an author who has removed
 * everything.
 */
async function listMutes(db: Queryable, memberId: string): Promise<MuteRow[]> {
  const { rows } = await sql<MuteRow>`
    select mute.mute_id, mute.muted_at, case when exists (
      select from story s where s.member_id = m.member_id
        and s.status = 'approved' and s.hidden_at is null
    ) or exists (
      select from reply r join story s on s.story_id = r.story_id
      where r.member_id = m.member_id and r.deleted_at is null and r.hidden_at is null
        and s.status = 'approved' and s.hidden_at is null
    ) or exists (
      select from prayer_request p where p.member_id = m.member_id
        and p.status in ('approved', 'answered') and p.hidden_at is null
    ) then m.anonymous_username end as anonymous_username
    from mute join member m on m.member_id = mute.muted_member_id
    where mute.member_id = ${memberId}
    order by mute.muted_at desc, mute.mute_id`.execute(db)
  return rows
}

/** Which of these authors a member has muted. */
async function findMuted(
  db: Queryable,
  { memberId, authorIds }: { memberId: string; authorIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ mutedMemberId: string }>`
    select muted_member_id from mute
    where member_id = ${memberId} and muted_member_id = any(${authorIds}::uuid[])`.execute(db)
  return rows.map((row) => row.mutedMemberId)
}
