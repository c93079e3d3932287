import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'

/** The facts about an account that its removal needs. */
export interface LeavingMember {
  email: string
  /** Whether they are the only keeper left. */
  isLastKeeper: boolean
}

/**
 * Reads and locks the account. A keeper's account locks all keepers, so that if two leave at once,
 * the second waits and no longer finds the first. Undefined if the account no longer exists.
 */
export async function lockLeavingMember(
  trx: Queryable,
  memberId: string,
): Promise<LeavingMember | undefined> {
  const { rows } = await sql<{ memberId: string; email: string; isKeeper: boolean }>`
    select member_id, email, 'keeper' = any (rights) as is_keeper from member
    where member_id = ${memberId} or (
      is_admin and 'keeper' = any (rights) and suspended_at is null
      and (select 'keeper' = any (rights) from member where member_id = ${memberId})
    )
    order by member_id for no key update`.execute(trx)
  const self = rows.find((row) => row.memberId === memberId)
  return self && { email: self.email, isLastKeeper: self.isKeeper && rows.length === 1 }
}

/** Prevents new rows that refer to the member until the transaction ends. */
export async function lockOut(trx: Queryable, memberId: string): Promise<void> {
  await sql`select from member where member_id = ${memberId} for update`.execute(trx)
}

/** Locks all stories that the removal changes, in a fixed order; returns their ids. */
export async function lockTouchedStories(trx: Queryable, memberId: string): Promise<number[]> {
  const { rows } = await sql<{ storyId: number }>`
    select story_id from story
    where story_id in (
      select story_id from story where member_id = ${memberId}
      union select story_id from reply where member_id = ${memberId}
      union select story_id from reaction where member_id = ${memberId}
      union select story_id from report where member_id = ${memberId}
    )
    order by story_id for update`.execute(trx)
  return rows.map((row) => row.storyId)
}

/** Deletes the member's stories with everything that belongs to them; returns their files' keys. */
export async function deleteStories(
  trx: Queryable,
  input: { memberId: string; keepsApproved: boolean },
): Promise<string[]> {
  let deletion = trx.deleteFrom('story').where('memberId', '=', input.memberId)
  if (input.keepsApproved) deletion = deletion.where('status', '<>', 'approved')
  const rows = await deletion.returning('audioKey').execute()
  return rows.flatMap(({ audioKey }) => audioKey ?? [])
}

/**
 * Empties the member's replies. They stay in their threads as deleted, so that answers to them stay
 * readable, and reports about them are resolved.
 */
export async function eraseReplies(
  trx: Queryable,
  input: { memberId: string; now: Date },
): Promise<void> {
  await sql`
    with visible as (
      select story_id, count(*)::int as replies from reply
      where member_id = ${input.memberId} and deleted_at is null and hidden_at is null
      group by story_id
    ), erased as (
      update reply set content = '', deleted_at = coalesce(deleted_at, ${input.now})
      where member_id = ${input.memberId}
    )
    update story set reply_count = reply_count - visible.replies
    from visible where story.story_id = visible.story_id`.execute(trx)
  await sql`
    update report set resolved_at = ${input.now}
    where resolved_at is null
      and reply_id in (select reply_id from reply where member_id = ${input.memberId})`.execute(trx)
}

/** Deletes the member's reactions and subtracts them from the stories' counters. */
export async function deleteReactions(trx: Queryable, memberId: string): Promise<void> {
  await sql`
    with removed as (
      delete from reaction where member_id = ${memberId} returning story_id, kind
    ), counted as (
      select story_id,
        count(*) filter (where kind = 'heart')::int as hearts,
        count(*) filter (where kind = 'praying_hands')::int as praying_hands,
        count(*) filter (where kind = 'raised_hands')::int as raised_hands
      from removed group by story_id
    )
    update story set
      heart_count = heart_count - counted.hearts,
      praying_hands_count = praying_hands_count - counted.praying_hands,
      raised_hands_count = raised_hands_count - counted.raised_hands
    from counted where story.story_id = counted.story_id`.execute(trx)
}

/**
 * Deletes the member's reports. Hidden stories and replies without other open reports are shown
 * again, because no administrator would find them in the list of reports.
 */
export async function deleteReports(trx: Queryable, memberId: string): Promise<void> {
  await sql`delete from report where member_id = ${memberId} and resolved_at is not null`.execute(
    trx,
  )
  const { rows } = await sql<{ storyId: number; replyId: number | null }>`
    delete from report where member_id = ${memberId} returning story_id, reply_id`.execute(trx)
  const storyIds = rows.filter((row) => row.replyId === null).map((row) => row.storyId)
  const replyIds = rows.flatMap((row) => row.replyId ?? [])
  await sql`
    update story set hidden_at = null
    where story_id = any(${storyIds}::int[]) and hidden_at is not null and not exists (
      select from report where report.story_id = story.story_id
        and report.reply_id is null and report.resolved_at is null
    )`.execute(trx)
  await sql`
    with shown as (
      update reply set hidden_at = null
      where reply_id = any(${replyIds}::int[]) and hidden_at is not null and not exists (
        select from report where report.reply_id = reply.reply_id and report.resolved_at is null
      )
      returning story_id, deleted_at
    ), counted as (
      select story_id, count(*)::int as replies from shown where deleted_at is null group by story_id
    )
    update story set reply_count = reply_count + counted.replies
    from counted where story.story_id = counted.story_id`.execute(trx)
}

/**
 * Deletes codes for the address, all emails to it (sent, queued or in the outbox), and the email
 * provider's events about them. A suppression in force stays: an address that complained must get
 * no mailings under a new account either.
 */
export async function deleteMails(trx: Queryable, email: string): Promise<void> {
  await trx.deleteFrom('oneTimeCode').where('email', '=', email).execute()
  await trx.deleteFrom('emailMessage').where('toAddress', '=', email).execute()
  await trx.deleteFrom('outboxMail').where('toAddress', '=', email).execute()
  await trx.deleteFrom('emailEvent').where('email', '=', email).execute()
  await trx
    .deleteFrom('emailSuppression')
    .where('email', '=', email)
    .where('liftedAt', 'is not', null)
    .execute()
}

/** Deletes the account with its sessions and reset links. Content that is kept loses its author. */
export async function deleteMember(trx: Queryable, memberId: string): Promise<void> {
  await trx.deleteFrom('member').where('memberId', '=', memberId).execute()
}
