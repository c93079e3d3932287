import { sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import { logicalDate } from '#contract/logical-date.ts'
import type { PrayerRequest } from '#contract/prayer.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { momentOf } from '#server/domain/day-stamp.ts'
import { unwrapSecret, wrapSecret } from '#server/domain/sealed-text.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { announceNotification, notify } from '../notifications/service.ts'
import { muteAuthor, readMuted } from '../stories/mutes.ts'
import { isListed, isMine } from './policy.ts'
import { presentListed } from './present.ts'
import { requestNotFound } from './service.ts'
import { findRequest, type ListedRow, type PrayedFor, type PrayerState, utcDate } from './store.ts'

const PAGE = 20
/**
 * Days after which a late prayer no longer counts: the mark that keeps it from counting twice may
 * be deleted.
 */
export const MARK_DAYS = 7

/** Open requests, the least prayed for first, or answered ones, newest first. */
export async function browseRequests(
  context: Context,
  viewer: Viewer,
  { list, after }: { list: 'open' | 'answered'; after?: string | undefined },
): Promise<{ items: PrayerRequest[]; next: string | null }> {
  const now = context.now()
  const from = { after: after === undefined ? undefined : unsealCursor(context, list, after) }
  const limit = PAGE + 1
  const found =
    list === 'open'
      ? await listOpen(context.db, { ...from, limit, now })
      : await listAnswered(context.db, { ...from, limit })
  const rows = found.slice(0, PAGE)
  const last = found.length > PAGE ? rows.at(-1) : undefined
  const muted = await readMuted(context, viewer, rows)
  const prayed = await readPrayed(context, viewer, rows)
  const items = rows.map((row) =>
    presentListed(row, { viewer, muted, isPrayedToday: prayed.has(row.prayerRequestId) }),
  )
  return { items, next: last ? sealCursor(context, list, last) : null }
}

/**
 * Counts the viewer's prayer, once on each of their days. Ignores a prayer for a request that is no
 * longer listed, or one made too long ago: it may have waited for a connection.
 */
export async function pray(
  context: Context,
  viewer: Viewer,
  { requestId, madeAt }: { requestId: number; madeAt?: string | undefined },
): Promise<void> {
  const now = context.now()
  if (madeAt && now.getTime() - Date.parse(madeAt) > MARK_DAYS * DAY_MS) return
  await context.limits.consume('prayer-member', viewer.id)
  const request = await findRequest(context.db, requestId)
  if (!request) return
  if (isMine(viewer, request)) {
    throw new AppError('not_allowed', 'This is your own request. Others pray for it.')
  }
  const day = logicalDate(momentOf({ madeAt }, now), viewer.timeZone)
  const mark = markOf(context, viewer, { requestId, day })
  const notified = await inTransaction(context.db, async (trx) => {
    const author = await countPrayer(trx, { requestId, mark, now })
    if (!author) return undefined
    const { memberId, timeZone } = author
    const authorsDay = logicalDate(now, timeZone)
    if (!(await reserveNotice(trx, { requestId, memberId, day: authorsDay }))) return undefined
    await notify(context, trx, { memberId, kind: 'prayer-received', subjectId: null })
    return memberId
  })
  if (notified) announceNotification(context, notified)
}

/** Mutes the author of a listed request. */
export async function muteRequestAuthor(
  context: Context,
  viewer: Viewer,
  requestId: number,
): Promise<void> {
  await muteAuthor(context, viewer, await getListed(context, viewer, requestId))
}

/** A request that the viewer can read; throws `not_found` otherwise. */
export async function getListed(
  context: Context,
  viewer: Viewer,
  requestId: number,
): Promise<PrayerState> {
  const request = await findRequest(context.db, requestId)
  if (!request) throw requestNotFound()
  if (!isMine(viewer, request) && !isListed(request, context.now())) throw requestNotFound()
  return request
}

/** Which of the requests the viewer has prayed for today. */
async function readPrayed(
  context: Context,
  viewer: Viewer,
  rows: readonly ListedRow[],
): Promise<ReadonlySet<number>> {
  const day = logicalDate(context.now(), viewer.timeZone)
  const byMark = new Map(
    rows.map(({ prayerRequestId: requestId }) => [
      markOf(context, viewer, { requestId, day }).toString('hex'),
      requestId,
    ]),
  )
  const found = await findMarks(
    context.db,
    [...byMark.keys()].map((mark) => Buffer.from(mark, 'hex')),
  )
  return new Set(found.flatMap((mark) => byMark.get(mark.toString('hex')) ?? []))
}

function markOf(
  { keys }: Context,
  { id }: Viewer,
  { requestId, day }: { requestId: number; day: string },
): Buffer {
  return keys.hmac('prayer-mark', `${id} ${requestId} ${day}`)
}

/** Sealed, since the position of an open request would reveal how many have prayed for it. */
function sealCursor({ keys }: Context, list: string, row: ListedRow): string {
  const rank = list === 'open' ? row.prayerCount : (row.answeredAt?.getTime() ?? 0)
  const secret = Buffer.from(JSON.stringify([rank, row.prayerRequestId]))
  return wrapSecret(keys.derive('prayer-place'), { name: list, secret }).toString('base64url')
}

function unsealCursor({ keys }: Context, list: string, text: string): Cursor {
  const wrapped = Buffer.from(text, 'base64url')
  const secret = unwrapSecret(keys.derive('prayer-place'), { name: list, wrapped })
  if (!secret)
    throw new AppError(
      'invalid_input',
      'This page of the list isn’t available anymore. Reload the list.',
    )
  // Unsealing proves that `sealCursor` wrote it.
  const [rank, prayerRequestId] = JSON.parse(secret.toString()) as [number, number]
  return { rank, prayerRequestId }
}

/** A page cursor: the list continues after this request, which had this rank. */
interface Cursor {
  /** The number of prayers, or the time of the answer in milliseconds. */
  rank: number
  prayerRequestId: number
}

const LISTED = sql`
  p.prayer_request_id, p.member_id, m.anonymous_username, p.content, p.prayer_count,
  p.approved_at, case when p.answer_state = 'approved' then p.answer end as answer, p.answered_at`

/** Open requests, the least prayed for first, then the oldest. */
async function listOpen(
  db: Queryable,
  { after, limit, now }: { after: Cursor | undefined; limit: number; now: Date },
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select ${LISTED} from prayer_request p join member m on m.member_id = p.member_id
    where p.status = 'approved' and p.hidden_at is null and p.ends_at > ${now} ${
      after
        ? sql`and (p.prayer_count, p.prayer_request_id) > (${after.rank}, ${after.prayerRequestId})`
        : sql``
    }
    order by p.prayer_count, p.prayer_request_id limit ${limit}`.execute(db)
  return rows
}

/** Answered requests, the newest first. */
async function listAnswered(
  db: Queryable,
  { after, limit }: { after: Cursor | undefined; limit: number },
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select ${LISTED} from prayer_request p join member m on m.member_id = p.member_id
    where p.status = 'answered' and p.hidden_at is null ${
      after
        ? sql`and (p.answered_at, p.prayer_request_id)
            < (${new Date(after.rank)}, ${after.prayerRequestId})`
        : sql``
    }
    order by p.answered_at desc, p.prayer_request_id desc limit ${limit}`.execute(db)
  return rows
}

/** Which of these marks exist. */
async function findMarks(db: Queryable, marks: readonly Buffer[]): Promise<Buffer[]> {
  const { rows } = await sql<{ mark: Buffer }>`
    select mark from prayer_mark where mark = any(${marks}::bytea[])`.execute(db)
  return rows.map(({ mark }) => mark)
}

/**
 * Counts a prayer for an open request unless its mark exists. Returns the request's author if the
 * prayer was counted.
 */
async function countPrayer(
  trx: Queryable,
  { requestId, mark, now }: { requestId: number; mark: Buffer; now: Date },
): Promise<PrayedFor | undefined> {
  const { rows } = await sql<PrayedFor>`
    with open as (
      select prayer_request_id from prayer_request
      where prayer_request_id = ${requestId} and status = 'approved' and hidden_at is null
        and ends_at > ${now}
      for no key update
    ), marked as (
      insert into prayer_mark (mark, marked_on) select ${mark}, ${utcDate(now)} from open
      on conflict do nothing returning mark
    ), counted as (
      update prayer_request set prayer_count = prayer_count + 1, was_prayed_for = true
      where prayer_request_id in (select prayer_request_id from open)
        and exists (select from marked)
      returning member_id
    )
    select m.member_id, m.time_zone from counted join member m using (member_id)`.execute(trx)
  return rows[0]
}

/** Reserves the author's daily notification; false if they were already notified that day. */
async function reserveNotice(
  trx: Queryable,
  { requestId, memberId, day }: { requestId: number; memberId: string; day: string },
): Promise<boolean> {
  const { rows } = await sql`
    update prayer_request set told_on = ${day}
    where prayer_request_id = ${requestId} and not exists (
      select from prayer_request other where other.member_id = ${memberId} and other.told_on >= ${day}
    ) returning 1 as one`.execute(trx)
  return rows.length > 0
}
