import { sql } from 'kysely'
import type { Page } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import type { GuidanceCategory, GuidanceRequest } from '#contract/guidance.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { countRows, type Listed, type Slice, sliceOf, walkPages } from '#server/db/page.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { notifyTeamOfRequest } from '../notifications/team-notices.ts'
import { sealText } from '../private-text/service.ts'
import { setWaiting } from '../review/waiting.ts'
import { canFollowUp } from './policy.ts'
import { presentRequest } from './present.ts'
import { listQuestions, listReaders, lockRequest, REQUEST, type RequestRow } from './store.ts'
import { openerFor, openThreads, requestNotFound } from './threads.ts'

/** The usual answer time is the median of the `latest` answers, if there are at least `least`. */
const MEASURED = { latest: 100, least: 5 }

/**
 * Sends a request to the team. A page that got no response sends it again with the same key, and
 * gets the stored request.
 */
export async function ask(
  context: Context,
  viewer: Viewer,
  input: {
    content: string
    category: GuidanceCategory
    isMinor?: boolean | undefined
    key?: string | undefined
  },
): Promise<{ request: GuidanceRequest; isNew: boolean }> {
  const { content, category, isMinor = false, key } = input
  const sent = await findSent(context, viewer, key)
  if (sent) return { request: sent, isNew: false }
  await context.limits.consume('guidance-member', viewer.id)
  const sealedContent = await seal(context, viewer, content)
  const request = { memberId: viewer.id, category, isMinor, key: key ?? null, sealedContent }
  const id = await inTransaction(context.db, async (trx) => {
    const id = await insertRequest(trx, { ...request, now: context.now() })
    if (id !== undefined) await notifyTeamOfRequest(context, trx, id)
    return id
  })
  if (id !== undefined) {
    announceGuidance(context, viewer.id)
    return { request: await getOwn(context, viewer, id), isNew: true }
  }
  const meanwhile = await findSent(context, viewer, key)
  if (meanwhile) return { request: meanwhile, isNew: false }
  throw new AppError(
    'conflict',
    'This request was sent before and then deleted. Please write it again.',
  )
}

/**
 * The viewer's requests: answered ones with the newest answer first, then waiting ones, newest first.
 * Requests that cannot be decrypted are counted but left out.
 */
export async function browseOwn(
  context: Context,
  viewer: Viewer,
  query: PageQuery,
): Promise<Page<GuidanceRequest>> {
  const { rows, total } = await listOwnRequests(context.db, {
    memberId: viewer.id,
    ...sliceOf(query),
  })
  return { items: await open(context, rows), total }
}

/** All requests of a member with their answers, oldest first, for an export. */
export async function* walkRequests(
  context: Context,
  memberId: string,
): AsyncGenerator<GuidanceRequest> {
  for await (const rows of walkOwnRequests(context.db, memberId)) yield* await open(context, rows)
}

/**
 * Adds a follow-up to one of the viewer's answered requests and returns it to the team's list.
 * Throws `conflict` if the request is not answered, or has a follow-up already.
 */
export async function followUp(
  context: Context,
  viewer: Viewer,
  input: { requestId: number; content: string },
): Promise<GuidanceRequest> {
  const guidanceRequestId = input.requestId
  const own = await findOwnRequest(context.db, { memberId: viewer.id, guidanceRequestId })
  if (!own) throw requestNotFound()
  await context.limits.consume('guidance-member', viewer.id)
  const sealedContent = await seal(context, viewer, input.content)
  await inTransaction(context.db, async (trx) => {
    if (!(await lockRequest(trx, guidanceRequestId))) throw requestNotFound()
    const questions = await listQuestions(trx, [guidanceRequestId])
    if (!canFollowUp(questions)) throw noFollowUp(questions.length)
    const now = context.now()
    await insertQuestion(trx, { guidanceRequestId, number: 2, sealedContent, now })
    await reopenRequest(trx, { guidanceRequestId, now })
    await notifyTeamOfRequest(context, trx, guidanceRequestId)
  })
  announceGuidance(context, viewer.id)
  return getOwn(context, viewer, guidanceRequestId)
}

/** Deletes one of the viewer's requests with its answers. Throws `not_found` for any other. */
export async function removeRequest(
  context: Context,
  viewer: Viewer,
  guidanceRequestId: number,
): Promise<void> {
  const wasThere = await inTransaction(context.db, (trx) =>
    deleteRequest(trx, { memberId: viewer.id, guidanceRequestId }),
  )
  if (!wasThere) throw requestNotFound()
  announceGuidance(context, viewer.id)
}

/** Deletes all requests of a departing member, in the transaction that removes the account. */
export async function leaveGuidance(trx: Trx, memberId: string): Promise<void> {
  const rows = await trx
    .deleteFrom('guidanceRequest')
    .where('memberId', '=', memberId)
    .returning('guidanceRequestId')
    .execute()
  const deleted = rows.map(({ guidanceRequestId }) => guidanceRequestId)
  await setWaiting(trx, 'guidance', deleted)
}

/** How many hours an answer usually takes, null until there are enough, and whether two may read it. */
export async function readAnswerTime({
  db,
}: Context): Promise<{ hours: number | null; hasTwoReaders: boolean }> {
  const { answers, medianHours } = await measureAnswers(db, MEASURED.latest)
  const readers = await listReaders(db)
  return {
    hours: answers < MEASURED.least ? null : medianHours,
    hasTwoReaders: readers.length > 1,
  }
}

/** Notifies other nodes and the member's open pages. Call it after the commit. */
export function announceGuidance(context: Context, memberId: string): void {
  context.changes.announce({ kind: 'topic', topic: 'guidance' }, { kind: 'guidance', memberId })
}

function noFollowUp(questions: number): AppError {
  return new AppError(
    'conflict',
    questions > 1
      ? 'You have already asked a follow-up in this request.'
      : 'You can ask a follow-up once this request is answered.',
  )
}

function seal(context: Context, { id: memberId }: Viewer, text: string): Promise<Buffer> {
  return sealText(context, context.db, { memberId, kind: 'guidance', text })
}

async function findSent(
  context: Context,
  viewer: Viewer,
  key: string | undefined,
): Promise<GuidanceRequest | undefined> {
  if (key === undefined) return undefined
  const row = await findSentRequest(context.db, { memberId: viewer.id, key })
  return row && (await open(context, [row]))[0]
}

async function getOwn(
  context: Context,
  viewer: Viewer,
  guidanceRequestId: number,
): Promise<GuidanceRequest> {
  const row = await findOwnRequest(context.db, { memberId: viewer.id, guidanceRequestId })
  const [request] = row ? await open(context, [row]) : []
  if (!request) throw requestNotFound()
  return request
}

async function open(context: Context, rows: readonly RequestRow[]): Promise<GuidanceRequest[]> {
  if (rows.length === 0) return []
  const opener = await openerFor(context, rows)
  const ids = rows.map(({ guidanceRequestId }) => guidanceRequestId)
  return openThreads(opener, rows, await listQuestions(context.db, ids)).map(presentRequest)
}

/** Adds a request; undefined if the member has already sent one with this key. */
async function insertRequest(
  trx: Queryable,
  request: {
    memberId: string
    category: GuidanceCategory
    isMinor: boolean
    key: string | null
    sealedContent: Buffer
    now: Date
  },
): Promise<number | undefined> {
  const { memberId, category, isMinor, key: clientKey, sealedContent, now } = request
  const row = await trx
    .insertInto('guidanceRequest')
    .values({ memberId, category, isMinor, clientKey, waitingSince: now, createdAt: now })
    .onConflict((conflict) => conflict.columns(['memberId', 'clientKey']).doNothing())
    .returning('guidanceRequestId')
    .executeTakeFirst()
  if (!row) return undefined
  const { guidanceRequestId } = row
  await insertQuestion(trx, { guidanceRequestId, number: 1, sealedContent, now })
  await setWaiting(trx, 'guidance', guidanceRequestId)
  return guidanceRequestId
}

async function insertQuestion(
  trx: Queryable,
  question: { guidanceRequestId: number; number: number; sealedContent: Buffer; now: Date },
): Promise<void> {
  const { now, ...values } = question
  await trx
    .insertInto('guidanceQuestion')
    .values({ ...values, askedAt: now })
    .execute()
}

/** One of the member's requests. */
function findOwnRequest(
  db: Queryable,
  input: { memberId: string; guidanceRequestId: number },
): Promise<RequestRow | undefined> {
  return db
    .selectFrom('guidanceRequest')
    .select(REQUEST)
    .where('guidanceRequestId', '=', input.guidanceRequestId)
    .where('memberId', '=', input.memberId)
    .executeTakeFirst()
}

/** The request that the member has sent with this key. */
function findSentRequest(
  db: Queryable,
  input: { memberId: string; key: string },
): Promise<RequestRow | undefined> {
  return db
    .selectFrom('guidanceRequest')
    .select(REQUEST)
    .where('memberId', '=', input.memberId)
    .where('clientKey', '=', input.key)
    .executeTakeFirst()
}

/** A page of a member's requests with the total count, in the order of `browseOwn`. */
async function listOwnRequests(
  db: Queryable,
  input: Slice & { memberId: string },
): Promise<Listed<RequestRow>> {
  const own = db.selectFrom('guidanceRequest').where('memberId', '=', input.memberId)
  const latestAnswer = sql`(
    select max(responded_at) from guidance_question q
    where q.guidance_request_id = guidance_request.guidance_request_id)`
  const page = own
    .select(REQUEST)
    .orderBy(latestAnswer, (order) => order.desc().nullsLast())
    .orderBy('guidanceRequestId', 'desc')
    .limit(input.limit)
  const rows = await (input.offset > 0 ? page.offset(input.offset) : page).execute()
  return { rows, total: await countRows(own) }
}

/** All of a member's requests in pages, oldest first. */
function walkOwnRequests(db: Queryable, memberId: string): AsyncIterable<RequestRow[]> {
  const own = db.selectFrom('guidanceRequest').select(REQUEST).where('memberId', '=', memberId)
  return walkPages(own, ['guidanceRequestId'])
}

/** Marks a request as waiting again, and shows it to the team even if it was hidden. */
async function reopenRequest(
  trx: Queryable,
  { guidanceRequestId, now }: { guidanceRequestId: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('guidanceRequest')
    .set({ waitingSince: now, isHidden: false })
    .where('guidanceRequestId', '=', guidanceRequestId)
    .execute()
  await setWaiting(trx, 'guidance', guidanceRequestId)
}

/** False if the member has no such request. */
async function deleteRequest(
  trx: Queryable,
  input: { memberId: string; guidanceRequestId: number },
): Promise<boolean> {
  const result = await trx
    .deleteFrom('guidanceRequest')
    .where('guidanceRequestId', '=', input.guidanceRequestId)
    .where('memberId', '=', input.memberId)
    .executeTakeFirst()
  await setWaiting(trx, 'guidance', input.guidanceRequestId)
  return result.numDeletedRows > 0n
}

/** The number of latest answers (at most `latest`), and the median time they took in hours. */
async function measureAnswers(
  db: Queryable,
  latest: number,
): Promise<{ answers: number; medianHours: number | null }> {
  const { rows } = await sql<{ answers: number; medianHours: number | null }>`
    select count(*)::int as answers,
      percentile_cont(0.5) within group (
        order by extract(epoch from responded_at - asked_at)::float8 / 3600
      ) as median_hours
    from (
      select asked_at, responded_at from guidance_question
      where responded_at is not null order by responded_at desc limit ${latest}
    ) answer`.execute(db)
  return rows[0] ?? { answers: 0, medianHours: null }
}
