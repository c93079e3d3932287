import { sql } from 'kysely'
import type { Page } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import type { NewNotice, Notice, NoticeAnswer } from '#contract/notices.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { listWaiting } from '#server/db/review-items.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { type ClaimRow, presentClaim } from '#server/domain/claim.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { queueMail } from '../email/service.ts'
import { noticeAnsweredMail } from '../email/templates/notice-mails.ts'
import { notifyTeamOf } from '../notifications/team-notices.ts'
import {
  type About,
  announceQueue,
  noteWait,
  recordDecision,
  requireUnclaimed,
  whoWasFirst,
} from '../review/service.ts'
import { setWaiting } from '../review/waiting.ts'
import { siteTitle } from '../settings/service.ts'

/** The most notices that can wait at the same time. */
const MOST_NOTICES = 1_000

/** Stores a notice of something unlawful, which anyone can send. `address` is the caller's network address. */
export async function sendNotice(
  context: Context,
  { notice, address }: { notice: NewNotice; address: string },
): Promise<void> {
  await context.limits.consume('notice-address', address)
  await inTransaction(context.db, async (trx) => {
    const waiting = await trx.selectFrom('notice').select('noticeId').limit(MOST_NOTICES).execute()
    if (waiting.length >= MOST_NOTICES) {
      throw new AppError('conflict', 'Many notices are waiting. Please try again in a few days.')
    }
    const { noticeId } = await trx
      .insertInto('notice')
      .values({ ...notice, createdAt: context.now() })
      .returning('noticeId')
      .executeTakeFirstOrThrow()
    await setWaiting(trx, 'notice', noticeId)
    await notifyTeamOf(context, trx, 'team-report')
  })
  announceQueue(context)
}

/** Notices waiting for an answer: those about a danger to life first, then the oldest. */
export async function readNotices(
  context: Context,
  admin: Admin,
  query: PageQuery,
): Promise<Page<Notice>> {
  const { rows, total } = await listWaiting<NoticeRow>(context.db, {
    subjects: ['notice'],
    columns: sql`n.notice_id, n.what, n.place, n.why, n.email, n.is_danger, n.created_at`,
    from: sql`join notice n on n.notice_id = item.subject_id`,
    isFirst: sql<boolean>`n.is_danger`,
    ...sliceOf(query),
  })
  const reader = { viewerId: admin.id, now: context.now() }
  return { items: rows.map((row) => presentNotice(row, reader)), total }
}

/** Locks a notice that an administrator wants to answer. */
export async function lockNoticeItem(trx: Trx, admin: Admin, noticeId: number): Promise<About> {
  await lockNotice(trx, admin, noticeId)
  return about(noticeId)
}

/** Returns the address for the answer; empty if none was given. */
async function lockNotice(trx: Trx, admin: Admin, noticeId: number): Promise<string> {
  const found = await trx
    .selectFrom('notice')
    .select('email')
    .where('noticeId', '=', noticeId)
    .forUpdate()
    .executeTakeFirst()
  if (found) return found.email
  const otherwise = 'This notice was already answered.'
  throw new AppError('conflict', await whoWasFirst(trx, admin, about(noticeId), otherwise))
}

/** The notice as the subject of a review. */
function about(noticeId: number): About {
  return { subject: 'notice', id: noticeId }
}

/**
 * Emails the decision with its reason to the sender, if they gave an address, and deletes the notice.
 * Throws `conflict` if another administrator has claimed or answered it.
 */
export async function answerNotice(
  context: Context,
  admin: Admin,
  { noticeId, acted, reason }: NoticeAnswer & { noticeId: number },
): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const to = await lockNotice(trx, admin, noticeId)
    const item = await requireUnclaimed(context, trx, admin, about(noticeId))
    await noteWait(context, trx, { subject: 'notice', waitingSince: item?.waitingSince })
    if (to) {
      const mail = noticeAnsweredMail({ brand: await siteTitle(trx), acted, reason })
      await queueMail(context, trx, { kind: 'notice-answered', to, mail })
    }
    await trx.deleteFrom('notice').where('noticeId', '=', noticeId).execute()
    await setWaiting(trx, 'notice', noticeId)
    const action = acted ? 'notice-upheld' : 'notice-refused'
    await recordDecision(context, trx, admin, { ...about(noticeId), action, detail: { reason } })
  })
  announceQueue(context)
}

interface NoticeRow extends NewNotice, ClaimRow {
  noticeId: number
  createdAt: Date
}

function presentNotice(row: NoticeRow, reader: { viewerId: string; now: Date }): Notice {
  const { noticeId: id, what, place, why, email, isDanger, createdAt } = row
  const claim = presentClaim(row, reader)
  return { id, what, place, why, email, isDanger, createdAt: createdAt.toISOString(), claim }
}
