import { sql } from 'kysely'
import type { AccountRemoval } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import type { Browser } from '#server/domain/browser.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { lockPublicCounters } from '#server/features/stories/public-counters.ts'
import { endCodes } from '../accounts/address.ts'
import { type CodeEntry, proveCode, takeProvenCode } from '../accounts/codes.ts'
import { provePassword } from '../accounts/passwords.ts'
import { readUser } from '../accounts/service.ts'
import { requireStepUp } from '../accounts/sessions.ts'
import { findOldAddresses } from '../address-changes/holds.ts'
import { hasFactor } from '../factors/lookup.ts'
import { leaveGuidance } from '../guidance/service.ts'
import { leaveRequests } from '../prayer/service.ts'
import { destroyKey } from '../private-text/service.ts'
import { reserveNames } from '../pseudonyms/names.ts'
import { withdrawSecondLooks } from '../review/refusals.ts'
import { setReportsWaiting, setWaiting } from '../review/waiting.ts'
import { leavePurchases } from '../shop/purchases/leave.ts'
import { deleteStories } from '../stories/moderation.ts'
import { leaveTranscripts } from '../stories/transcripts.ts'
import { forgetTillCustomer } from '../till/sessions.ts'

/** A request to delete the viewer's account, with the browser it came from. */
interface Removal extends AccountRemoval {
  browser: Browser
}

/**
 * Deletes the account. With `remove`, its stories and their files are deleted and its replies are
 * emptied. With `keep`, approved stories and replies stay without an author, and stories that
 * nobody else can read are deleted. Prayer requests are always deleted. Subscriptions end;
 * purchases stay in the books without a buyer. The key of its private texts is destroyed, so that
 * no backup of the database can open them. Throws `step_up` if a second factor is set up and was
 * not used recently, `invalid_input` for a wrong password or code, and `conflict` for the last
 * keeper.
 */
export async function removeAccount(
  context: Context,
  viewer: Viewer,
  removal: Removal,
): Promise<void> {
  const { email, entry } = await proveOwner(context, viewer, removal)
  const storyIds = await inTransaction(context.db, async (trx) => {
    if (entry) await takeProvenCode(context, trx, entry)
    await endCodes(trx, email)
    return removeAll(context, trx, { memberId: viewer.id, stories: removal.stories })
  })
  context.changes.announce(
    { kind: 'member', memberId: viewer.id },
    { kind: 'topic', topic: 'stories' },
    { kind: 'topic', topic: 'replies' },
    { kind: 'topic', topic: 'tags' },
    { kind: 'topic', topic: 'guidance' },
    { kind: 'topic', topic: 'purchases' },
    { kind: 'topic', topic: 'prayers' },
    { kind: 'topic', topic: 'review' },
    ...storyIds.map((storyId) => ({ kind: 'story' as const, storyId })),
  )
}

/**
 * Throws unless the viewer proves who they are with everything the account has: its password and a
 * recent second factor. An account with neither needs an emailed code, which is returned for the
 * caller to use up. Also returns the account's address.
 */
async function proveOwner(
  context: Context,
  viewer: Viewer,
  { password, code, browser }: Removal,
): Promise<{ email: string; entry?: CodeEntry }> {
  const { hasPassword, factors, email } = await readUser(context, viewer)
  if (hasFactor(factors)) await requireStepUp(context, viewer)
  if (hasPassword) {
    if (!password) throw missing('password', 'Enter your password.')
    await provePassword(context, viewer, { password, field: 'password' })
    return { email }
  }
  if (hasFactor(factors)) return { email }
  if (!code) throw missing('code', 'Enter the code that we emailed you.')
  return { email, entry: await proveCode(context, { email, code, browser }) }
}

function missing(field: string, sentence: string): AppError {
  return new AppError('invalid_input', sentence, { fields: { [field]: sentence } })
}

/** Returns the ids of the stories that were deleted or changed. */
async function removeAll(
  context: Context,
  trx: Trx,
  { memberId, stories }: { memberId: string; stories: AccountRemoval['stories'] },
): Promise<number[]> {
  // Stories and prayer requests are locked before members, as in every other transaction that
  // changes both.
  await lockPublicCounters(trx)
  await leaveRequests(trx, memberId)
  const member = await lockLeavingMember(trx, memberId)
  if (!member) throw notSignedIn()
  if (member.isLastKeeper) {
    throw new AppError(
      'conflict',
      'Nobody else has the right “Team”. Give it to someone else before you leave.',
    )
  }
  const storyIds = await lockTouchedStories(trx, memberId)
  await leaveTranscripts(trx, memberId)
  await leavePurchases(context, trx, memberId)
  await forgetTillCustomer(trx, memberId)
  await lockOut(trx, memberId)
  for (const key of await deleteOwnStories(trx, { memberId, keepsApproved: stories === 'keep' })) {
    await context.jobs.send(trx, 'remove-file', { key })
  }
  if (stories === 'remove') {
    await eraseReplies(trx, { memberId, now: context.now() })
  }
  await deleteReactions(trx, memberId)
  await deleteReports(trx, memberId)
  for (const email of [member.email, ...(await findOldAddresses(trx, memberId))]) {
    await deleteMails(trx, email)
  }
  await context.jobs.forget(trx, 'request-reset', { memberId })
  await context.jobs.forget(trx, 'update-customer', { memberId })
  await context.jobs.forget(trx, 'tell-on-air', { after: memberId })
  await destroyKey(context, trx, memberId)
  await leaveGuidance(trx, memberId)
  await reserveNames(context, trx, memberId)
  await deleteMember(trx, memberId)
  await withdrawSecondLooks(trx)
  return storyIds
}

/** The facts about an account that its removal needs. */
interface LeavingMember {
  email: string
  /** Whether they are the only keeper left. */
  isLastKeeper: boolean
}

/**
 * Reads and locks the account. A keeper's account locks all keepers, so that if two leave at once,
 * the second waits and no longer finds the first. Undefined if the account no longer exists.
 */
async function lockLeavingMember(
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
async function lockOut(trx: Queryable, memberId: string): Promise<void> {
  await sql`select from member where member_id = ${memberId} for update`.execute(trx)
}

/** Locks all stories that the removal changes, in a fixed order; returns their ids. */
async function lockTouchedStories(trx: Queryable, memberId: string): Promise<number[]> {
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
async function deleteOwnStories(
  trx: Queryable,
  input: { memberId: string; keepsApproved: boolean },
): Promise<string[]> {
  let own = trx
    .selectFrom('story')
    .select(['storyId', 'audioKey'])
    .where('memberId', '=', input.memberId)
  if (input.keepsApproved) own = own.where('status', '<>', 'approved')
  const rows = await own.execute()
  const storyIds = rows.map(({ storyId }) => storyId)
  await deleteStories(trx, storyIds)
  return rows.flatMap(({ audioKey }) => audioKey ?? [])
}

/**
 * Empties the member's replies. They stay in their threads as deleted, so that answers to them stay
 * readable, and reports about them are resolved.
 */
async function eraseReplies(trx: Queryable, input: { memberId: string; now: Date }): Promise<void> {
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
  const replies = await trx
    .selectFrom('reply')
    .select('replyId')
    .where('memberId', '=', input.memberId)
    .execute()
  const replyIds = replies.map(({ replyId }) => replyId)
  await setWaiting(trx, 'reply', replyIds)
  await setWaiting(trx, 'reply-report', replyIds)
}

/** Deletes the member's reactions and subtracts them from the stories' counters. */
async function deleteReactions(trx: Queryable, memberId: string): Promise<void> {
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
async function deleteReports(trx: Queryable, memberId: string): Promise<void> {
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
  await setReportsWaiting(trx, rows)
  await setWaiting(trx, 'transcript', storyIds)
}

/**
 * Deletes codes for the address, all emails to it (sent, queued or in the outbox), and the email
 * provider's events about them. A suppression in force stays: an address that complained must get
 * no mailings under a new account either.
 */
async function deleteMails(trx: Queryable, email: string): Promise<void> {
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
async function deleteMember(trx: Queryable, memberId: string): Promise<void> {
  await trx.deleteFrom('member').where('memberId', '=', memberId).execute()
}
