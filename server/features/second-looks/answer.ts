import { sql } from 'kysely'
import type { Page } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import {
  SECOND_LOOK_BLOCKS,
  type SecondLook,
  type SecondLookAnswer,
  type SecondLookSubject,
} from '#contract/second-looks.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { listWaiting } from '#server/db/review-items.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { type ClaimRow, presentClaim } from '#server/domain/claim.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { queueMail } from '../email/service.ts'
import { suspensionAnsweredMail } from '../email/templates/user-mails.ts'
import { announceNotification } from '../notifications/service.ts'
import { listWithRight } from '../notifications/team-notices.ts'
import { publishReturnedRequest } from '../prayer/review.ts'
import { announceRequest } from '../prayer/service.ts'
import { IS_ASKED_ABOUT, REFUSALS } from '../review/refusals.ts'
import {
  type About,
  announceQueue,
  recordDecision,
  requireUnclaimed,
  whoWasFirst,
} from '../review/service.ts'
import { setWaiting } from '../review/waiting.ts'
import { siteTitle } from '../settings/service.ts'
import { restoreReply } from '../stories/held.ts'
import { publishReturned } from '../stories/moderation.ts'
import { lockPublicCounters } from '../stories/public-counters.ts'
import { announceStory } from '../stories/service.ts'
import { findRemoval } from '../team-messages/removals.ts'
import {
  type AboutMessage,
  type Answer,
  lockMessage,
  type Removed,
  sendSecondLook,
  takeBackMessage,
} from '../team-messages/service.ts'
import { announceSuspension, answerSuspension, getUser } from '../users/service.ts'
import { lockDecided } from './ask.ts'

/** Second looks waiting for an answer, oldest first. */
export async function readSecondLooks(
  context: Context,
  admin: Admin,
  query: PageQuery,
): Promise<Page<SecondLook>> {
  const { rows, total } = await listWaiting<SecondLookRow>(context.db, {
    subjects: ['second-look'],
    columns: sql`l.second_look_id, l.subject, l.member_id, l.decided_at, l.decided_by, l.words,
      l.created_at, refusal.reason, decider.anonymous_username as decider,
      coalesce(s.title, t.removed_title) as title, s.story_id,
      m.anonymous_username, p.answer, case
        when p.prayer_request_id is not null then p.content
        when l.subject = 'removal' then t.removed_text
        when t.is_about_reply then nullif(r.content, '')
        else coalesce(s.content, s.caption) end as text,
      case when l.subject = 'prayer' then 'prayer request'
        when l.subject = 'suspension' then 'account'
        when t.is_about_reply then 'reply' else 'story' end as about`,
    from: sql`join second_look l on l.second_look_id = item.subject_id
      join ${REFUSALS} refusal on ${IS_ASKED_ABOUT}
      join member m on m.member_id = l.member_id
      left join member decider on decider.member_id = l.decided_by
      left join team_message t
        on l.subject in ('warning', 'removal') and t.team_message_id = l.subject_id
      left join reply r on r.reply_id = t.reply_id
      left join story s
        on s.story_id = case l.subject when 'story' then l.subject_id else t.story_id end
      left join prayer_request p on l.subject = 'prayer' and p.prayer_request_id = l.subject_id`,
    ...sliceOf(query),
  })
  const team = await listWithRight(context.db, 'stories')
  const now = context.now()
  return { items: rows.map((row) => presentSecondLook(row, { admin, team, now })), total }
}

/** Locks a second look that an administrator wants to answer. Throws `conflict` if they may not. */
export async function lockSecondLookItem(
  trx: Trx,
  admin: Admin,
  secondLookId: number,
): Promise<About> {
  await lockSecondLook(trx, admin, secondLookId)
  return about(secondLookId)
}

async function lockSecondLook(trx: Trx, admin: Admin, secondLookId: number): Promise<LockedLook> {
  const found = await trx
    .selectFrom('secondLook')
    .select(['memberId', 'decidedBy'])
    .where('secondLookId', '=', secondLookId)
    .where('answeredAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw await tooLate(trx, admin, secondLookId)
  const block = blockOf(found, { admin, team: await listWithRight(trx, 'stories') })
  if (block) throw new AppError('conflict', SECOND_LOOK_BLOCKS[block])
  return found
}

interface LockedLook {
  memberId: string
  decidedBy: string | null
}

/**
 * Why an administrator has to leave it to somebody else. Whether the one who decided may answer
 * doesn't depend on who asked: it would tell that the asker is on the team.
 */
function blockOf(
  { memberId, decidedBy }: LockedLook,
  { admin, team }: { admin: Admin; team: readonly string[] },
): SecondLook['block'] {
  const others = team.filter((id) => id !== decidedBy)
  if (admin.id === decidedBy) return others.length > 0 ? 'decided' : null
  return admin.id === memberId && others.some((id) => id !== memberId) ? 'own' : null
}

/** For one that was answered, or whose member changed or deleted what it is about. */
async function tooLate(trx: Trx, admin: Admin, secondLookId: number): Promise<AppError> {
  const otherwise = 'This second look was answered, or its member withdrew it.'
  return new AppError('conflict', await whoWasFirst(trx, admin, about(secondLookId), otherwise))
}

/** The second look as the subject of a review. */
function about(secondLookId: number): About {
  return { subject: 'second-look', id: secondLookId }
}

/**
 * Keeps or reverses the decision and sends the reason to the member. Throws `conflict` if another
 * administrator has claimed or answered it, and if somebody else has to answer.
 */
export async function answerSecondLook(
  context: Context,
  admin: Admin,
  { secondLookId, changed, reason }: SecondLookAnswer & { secondLookId: number },
): Promise<void> {
  const { memberId, decided, reversal } = await inTransaction(context.db, async (trx) => {
    const decided = await findDecided(trx, secondLookId)
    if (!decided) throw await tooLate(trx, admin, secondLookId)
    const { memberId } = decided
    // First the story, request, message or member, as in every other change of it.
    if (decided.subject === 'story') await lockPublicCounters(trx)
    await lockDecided(trx, decided)
    await lockSecondLook(trx, admin, secondLookId)
    await requireUnclaimed(context, trx, admin, about(secondLookId))
    const message = await aboutMessage(trx, decided)
    await trx
      .updateTable('secondLook')
      .set({ answeredAt: context.now(), words: null })
      .where('secondLookId', '=', secondLookId)
      .execute()
    await setWaiting(trx, 'second-look', secondLookId)
    const { removed, ...reversal } =
      changed && decided.subject !== 'suspension'
        ? await reverse(context, trx, admin, decided)
        : NOTHING_MORE
    const answer = { memberId, about: message, isChanged: changed, words: reason, removed }
    if (decided.subject === 'suspension') await answerSuspended(context, trx, admin, answer)
    else await sendSecondLook(context, trx, answer)
    const action = changed ? 'second-look-changed' : 'second-look-kept'
    const decision = { ...about(secondLookId), action, detail: { reason } } as const
    await recordDecision(context, trx, admin, decision)
    return { memberId, decided, reversal }
  })
  for (const each of [memberId, ...reversal.notified]) announceNotification(context, each)
  if (reversal.storyId) announceStory(context, reversal.storyId)
  if (decided.subject === 'story') announceStory(context, decided.id, 'stories', 'replies', 'tags')
  else if (decided.subject === 'prayer') announceRequest(context)
  else if (decided.subject === 'suspension') announceSuspension(context, memberId)
  announceQueue(context)
}

/**
 * Ends or keeps a suspension and emails the answer. A member who can sign in again also finds it among
 * the team's messages; after another answer, the sign-in shows it.
 */
async function answerSuspended(
  context: Context,
  trx: Trx,
  admin: Admin,
  answer: Answer,
): Promise<void> {
  const { memberId, isChanged: isLifted, words: reason } = answer
  // While they are suspended, so that it makes no email of its own.
  if (isLifted) await sendSecondLook(context, trx, answer)
  await answerSuspension(trx, admin, { memberId, isLifted, reason })
  const { email: to } = await getUser(trx, memberId)
  const url = `${context.config.publicUrl}/auth`
  const mail = suspensionAnsweredMail({ brand: await siteTitle(trx), isLifted, reason, url })
  await queueMail(context, trx, { kind: 'suspension-answered', to, mail })
}

interface Decided {
  subject: SecondLookSubject
  id: number
  memberId: string
}

/** Finds the decision that an open second look is about. */
async function findDecided(trx: Queryable, secondLookId: number): Promise<Decided | undefined> {
  const { rows } = await sql<Decided>`
    select subject, subject_id as id, member_id from second_look
    where second_look_id = ${secondLookId} and answered_at is null`.execute(trx)
  return rows[0]
}

/** What follows from a reversed decision. */
interface Reversal {
  /** What was removed and can't be put back. */
  removed?: Removed
  /** The story that a reply is back in. */
  storyId?: number
  /** Who was notified of that reply. */
  notified: readonly string[]
}
const NOTHING_MORE: Reversal = { notified: [] }

/** Does the opposite of the first decision. What was removed goes back if its place is still there. */
async function reverse(
  context: Context,
  trx: Trx,
  admin: Admin,
  { subject, id }: Decided,
): Promise<Reversal> {
  const removal = subject === 'removal' ? await findRemoval(trx, id) : undefined
  if (subject === 'story') await publishReturned(context, trx, admin, id)
  else if (subject === 'prayer') await publishReturnedRequest(context, trx, admin, id)
  else await takeBackMessage(trx, id)
  if (!removal) return NOTHING_MORE
  const { removed, replyId, storyId } = removal
  if (!replyId || !storyId || removed.text === null) return { removed, notified: [] }
  const notified = await restoreReply(context, trx, admin, { replyId, content: removed.text })
  return notified ? { storyId, notified } : { removed, notified: [] }
}

async function aboutMessage(trx: Trx, { subject, id }: Decided): Promise<AboutMessage> {
  const none = { storyId: null, replyId: null, isAboutReply: false, isAboutPrayer: false }
  if (subject === 'suspension') return { ...none, isAboutAccount: true }
  if (subject === 'prayer') return { ...none, isAboutPrayer: true }
  if (subject === 'story') return { ...none, storyId: id }
  return (await lockMessage(trx, id)) ?? none
}

interface SecondLookRow
  extends Omit<SecondLook, 'id' | 'decidedBy' | 'decidedAt' | 'createdAt' | 'block' | 'isAlone'>,
    LockedLook,
    ClaimRow {
  secondLookId: number
  decider: string | null
  decidedAt: Date
  createdAt: Date
}

function presentSecondLook(
  row: SecondLookRow & ClaimRow,
  { admin, team, now }: { admin: Admin; team: readonly string[]; now: Date },
): SecondLook {
  const block = blockOf(row, { admin, team })
  return {
    id: row.secondLookId,
    subject: row.subject,
    about: row.about,
    title: row.title,
    text: row.text,
    answer: row.answer,
    storyId: row.storyId,
    anonymousUsername: row.anonymousUsername,
    reason: row.reason,
    decidedBy: row.decider,
    decidedAt: row.decidedAt.toISOString(),
    words: row.words,
    createdAt: row.createdAt.toISOString(),
    block,
    isAlone: block === null && row.decidedBy === admin.id,
    claim: presentClaim(row, { viewerId: admin.id, now }),
  }
}
