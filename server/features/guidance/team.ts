import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Page } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { type Listed, sliceOf } from '#server/db/page.ts'
import { CLAIM_COLUMNS } from '#server/db/review-items.ts'
import type { GuidanceRequest } from '#server/db/schema.gen.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { type About, recordDecision, requireUnclaimed, whoWasFirst } from '../review/service.ts'
import { setWaiting } from '../review/waiting.ts'
import { readSettings } from '../settings/service.ts'
import { editableUntil } from './policy.ts'
import { presentForAdmin } from './present.ts'
import {
  type AdminRequestRow,
  listQuestions,
  listReaders,
  lockRequest,
  type QuestionRow,
  type VersionRow,
} from './store.ts'
import { type Opener, openerFor, openThreads, openVersions, requestNotFound } from './threads.ts'

/** A request with its sealed questions and answers. */
export interface Found {
  request: AdminRequestRow
  questions: QuestionRow[]
}

/** A request with a function that decrypts its texts. */
export interface Opened {
  request: AdminRequestRow
  open: Opener
}

/** The team's list. Requests that cannot be decrypted are counted but left out. */
export async function browseRequests(
  context: Context,
  admin: Admin,
  query: PageQuery & {
    hidden?: 'true' | 'false' | undefined
    state?: 'waiting' | 'answered' | undefined
  },
): Promise<Page<AdminGuidanceRequest>> {
  const { rows, total } = await listRequests(context.db, {
    isHidden: query.hidden === 'true',
    state: query.state,
    ...sliceOf(query),
  })
  if (rows.length === 0) return { items: [], total }
  const ids = rows.map(({ guidanceRequestId }) => guidanceRequestId)
  const [open, questions, versions] = await Promise.all([
    openerFor(context, rows),
    listQuestions(context.db, ids),
    listVersions(context.db, ids),
  ])
  return {
    items: await present(context, context.db, admin, { open, rows, questions, versions }),
    total,
  }
}

/** Throws `not_found`, also for a request that can no longer be decrypted. */
export async function readRequest(
  context: Context,
  admin: Admin,
  requestId: number,
): Promise<AdminGuidanceRequest> {
  const { open } = await getOpened(context, requestId)
  const found = await getFound(context.db, requestId)
  return presentFound(context, context.db, admin, { open, found })
}

/**
 * Locks a request that an administrator wants to answer. Throws if it can't be read anymore, or if its
 * answer can't be changed anymore.
 */
export async function lockRequestItem(
  context: Context,
  trx: Trx,
  admin: Admin,
  requestId: number,
): Promise<About> {
  const opened = await getOpened(context, requestId)
  await holdMembers(trx, [admin.id, opened.request.memberId])
  if (!(await lockRequest(trx, requestId))) throw requestNotFound()
  const { request, questions } = await getFound(trx, requestId)
  if (!request.waitingSince && !editableUntil({ ...request, questions, now: context.now() }))
    throw tooLate()
  return about(requestId)
}

/** A request as the subject of a review. */
export function about(requestId: number): About {
  return { subject: 'guidance', id: requestId }
}

/**
 * Hides a request from the team's list or shows it again; its author always sees it. Throws
 * `conflict` if the request already is in the wanted state.
 */
export async function toggleVisibility(
  context: Context,
  admin: Admin,
  { requestId, isHidden: wanted }: { requestId: number; isHidden?: boolean | undefined },
): Promise<{ id: number; isHidden: boolean }> {
  const opened = await getOpened(context, requestId)
  const { id, isHidden } = await changeRequest(context, admin, opened, async (trx, found) => {
    const hides = !found.request.isHidden
    if (wanted === found.request.isHidden) {
      const state = hides ? 'shown again' : 'hidden'
      const otherwise = `This request was already ${state}.`
      throw new AppError('conflict', await whoWasFirst(trx, admin, about(requestId), otherwise))
    }
    await requireUnclaimed(context, trx, admin, about(requestId))
    await updateRequest(trx, requestId, { isHidden: hides })
    const action = hides ? 'guidance-hidden' : 'guidance-shown'
    await recordDecision(context, trx, admin, { ...about(requestId), action })
  })
  return { id, isHidden }
}

/** Throws `not_found`, also for a request that can no longer be decrypted. */
export async function getOpened(context: Context, requestId: number): Promise<Opened> {
  const request = await findRequest(context.db, requestId)
  if (!request) throw requestNotFound()
  const open = await openerFor(context, [request])
  const questions = await listQuestions(context.db, [requestId])
  if (openThreads(open, [request], questions).length === 0) throw requestNotFound()
  return { request, open }
}

/** Runs `work` on the locked request and returns the result. */
export async function changeRequest(
  context: Context,
  admin: Admin,
  { request, open }: Opened,
  work: (trx: Trx, found: Found) => Promise<void>,
): Promise<AdminGuidanceRequest> {
  const requestId = request.guidanceRequestId
  const answer = await inTransaction(context.db, async (trx) => {
    await holdMembers(trx, [admin.id, request.memberId])
    if (!(await lockRequest(trx, requestId))) throw requestNotFound()
    await work(trx, await getFound(trx, requestId))
    return presentFound(context, trx, admin, { open, found: await getFound(trx, requestId) })
  })
  // Announced even for a claim, because the team's open pages show it.
  context.changes.announce({ kind: 'topic', topic: 'guidance' })
  return answer
}

/** A request as the team sees it. */
export async function presentFound(
  context: Context,
  db: Queryable,
  admin: Admin,
  { open, found: { request, questions } }: { open: Opener; found: Found },
): Promise<AdminGuidanceRequest> {
  const versions = await listVersions(db, [request.guidanceRequestId])
  const input = { open, rows: [request], questions, versions }
  const [item] = await present(context, db, admin, input)
  if (!item) throw requestNotFound()
  return item
}

export function tooLate(): AppError {
  return new AppError('conflict', 'This answer can no longer be changed.')
}

async function getFound(db: Queryable, requestId: number): Promise<Found> {
  const request = await findRequest(db, requestId)
  if (!request) throw requestNotFound()
  return { request, questions: await listQuestions(db, [requestId]) }
}

async function present(
  context: Context,
  db: Queryable,
  admin: Admin,
  input: {
    open: Opener
    rows: readonly AdminRequestRow[]
    questions: readonly QuestionRow[]
    versions: readonly VersionRow[]
  },
): Promise<AdminGuidanceRequest[]> {
  const { open, rows, questions, versions } = input
  const { answerPromiseHours: promiseHours } = await readSettings(db)
  const hasColleague = rows.some(({ isMinor }) => isMinor) && (await hasReaderBesides(db, admin))
  const now = context.now()
  return openThreads(open, rows, questions).map((thread) => {
    const earlier = openVersions(open, thread.request, versions)
    const shown = { thread, versions: earlier, viewerId: admin.id, hasColleague }
    return presentForAdmin({ ...shown, promiseHours, now })
  })
}

/** Whether somebody else can read an answer of this administrator before it is sent. */
export async function hasReaderBesides(db: Queryable, admin: Admin): Promise<boolean> {
  return (await listReaders(db)).some((memberId) => memberId !== admin.id)
}

/** The most earlier versions of an answer that are read, newest first. */
const MOST_VERSIONS = 20

const COLUMNS = sql`request.guidance_request_id, request.member_id, request.category,
  request.is_minor, request.is_hidden, request.waiting_since, ${CLAIM_COLUMNS}`

const CLAIMS = sql`
  left join review_item item
    on item.subject = 'guidance' and item.subject_id = request.guidance_request_id
  left join member claimant on claimant.member_id = item.claimed_by`

/**
 * A page of the team's list with the total count: waiting requests oldest first, then answered ones
 * newest first. A single statement, so that a request answered meanwhile is not listed twice.
 */
async function listRequests(
  db: Queryable,
  input: {
    isHidden: boolean
    state: 'waiting' | 'answered' | undefined
    limit: number
    offset: number
  },
): Promise<Listed<AdminRequestRow>> {
  const { isHidden, state, limit, offset } = input
  const waiting = sql`from guidance_request
    where is_hidden = ${isHidden} and waiting_since is not null`
  const answered = sql`from guidance_request
    where is_hidden = ${isHidden} and waiting_since is null`
  const { rows } = await sql<AdminRequestRow & { total: number }>`
    with number as materialized (
      select ${state === 'answered' ? sql`0` : count(waiting)} as waiting,
        ${state === 'waiting' ? sql`0` : count(answered)} as answered
    ), part as materialized (
      select greatest(0, least(${limit}::int, waiting - ${offset}::int)) as waiting,
        greatest(0, ${offset}::int - waiting) as answered_offset
      from number
    ), page as (
      select guidance_request_id from (
        (select guidance_request_id ${waiting}
          order by waiting_since, guidance_request_id
          limit (select waiting from part) offset ${offset}::int)
        union all
        (select guidance_request_id ${answered}
          order by answered_at desc, guidance_request_id
          limit ${state === 'waiting' ? sql`0` : sql`(select ${limit}::int - waiting from part)`}
          offset (select answered_offset from part))
      ) parts
      -- Repeats the limit that the parts add up to, because the planner cannot infer it.
      limit ${limit}::int
    )
    select number.waiting + number.answered as total, ${COLUMNS}
    from number
    left join page on true
    left join guidance_request request using (guidance_request_id)
    ${CLAIMS}
    order by request.waiting_since is null, request.waiting_since,
      case when request.waiting_since is null then request.answered_at end desc,
      request.guidance_request_id`.execute(db)
  // A page past the end is a single row with only the count.
  return {
    rows: rows.filter((row) => row.guidanceRequestId !== null),
    total: rows[0]?.total ?? 0,
  }
}

function count(selection: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select count(*)::int ${selection})`
}

async function findRequest(
  db: Queryable,
  guidanceRequestId: number,
): Promise<AdminRequestRow | undefined> {
  const { rows } = await sql<AdminRequestRow>`
    select ${COLUMNS} from guidance_request request ${CLAIMS}
    where request.guidance_request_id = ${guidanceRequestId}`.execute(db)
  return rows[0]
}

/** Earlier versions of the requests' latest answers, newest first. */
async function listVersions(db: Queryable, requestIds: readonly number[]): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select version.guidance_request_id, version.sealed_response, version.replaced_at
    from (
      select distinct on (guidance_request_id) guidance_request_id, number
      from guidance_question
      where guidance_request_id = any(${requestIds}::int[]) and responded_at is not null
      order by guidance_request_id, number desc
    ) latest
    cross join lateral (
      select * from guidance_response_version version
      where version.guidance_request_id = latest.guidance_request_id
        and version.number = latest.number
      order by guidance_response_version_id desc limit ${sql.lit(MOST_VERSIONS)}
    ) version
    order by version.guidance_response_version_id desc`.execute(db)
  return rows
}

/**
 * Prevents these members' accounts from being deleted until the transaction ends. Otherwise a
 * deletion that waits for their rows could deadlock with this transaction.
 */
async function holdMembers(trx: Queryable, memberIds: readonly string[]): Promise<void> {
  await sql`select from member where member_id = any(${memberIds}::uuid[])
    order by member_id for key share`.execute(trx)
}

export async function updateRequest(
  trx: Queryable,
  guidanceRequestId: number,
  change: Updateable<GuidanceRequest>,
): Promise<void> {
  await trx
    .updateTable('guidanceRequest')
    .set(change)
    .where('guidanceRequestId', '=', guidanceRequestId)
    .execute()
  await setWaiting(trx, 'guidance', guidanceRequestId)
}
