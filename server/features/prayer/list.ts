import { logicalDate } from '#contract/logical-date.ts'
import type { PrayerRequest } from '#contract/prayer.ts'
import type { Context } from '#server/context.ts'
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
import {
  type Cursor,
  countPrayer,
  findMarks,
  findRequest,
  type ListedRow,
  listAnswered,
  listOpen,
  type PrayerState,
  takeTurn,
} from './store.ts'

const PAGE = 20
/**
 * Days after which a late prayer no longer counts: the mark that keeps it from counting twice may
 * be deleted.
 */
export const MARK_DAYS = 7
const DAY_MS = 24 * 60 * 60_000

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
    if (!(await takeTurn(trx, { requestId, memberId, day: authorsDay }))) return undefined
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
