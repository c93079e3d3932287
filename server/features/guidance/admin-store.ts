import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import type { Listed } from '#server/db/page.ts'
import { CLAIM_COLUMNS } from '#server/db/review-items.ts'
import type { GuidanceRequest } from '#server/db/schema.gen.ts'
import type { ClaimRow } from '#server/domain/claim.ts'
import type { RequestRow } from './store.ts'

/** The most earlier versions of an answer that are read, newest first. */
const MOST_VERSIONS = 20

export interface AdminRequestRow extends RequestRow, ClaimRow {
  isHidden: boolean
  waitingSince: Date | null
}

/** An earlier version of a request's latest answer. */
export interface VersionRow {
  guidanceRequestId: number
  sealedResponse: Buffer
  replacedAt: Date
}

const COLUMNS = sql`request.guidance_request_id, request.member_id, request.category,
  request.is_hidden, request.waiting_since, ${CLAIM_COLUMNS}`

const CLAIMS = sql`
  left join review_item item
    on item.subject = 'guidance' and item.subject_id = request.guidance_request_id
  left join member claimant on claimant.member_id = item.claimed_by`

/**
 * A page of the team's list with the total count: waiting requests oldest first, then answered ones
 * newest first. A single statement, so that a request answered meanwhile is not listed twice.
 */
export async function listRequests(
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

export async function findRequest(
  db: Queryable,
  guidanceRequestId: number,
): Promise<AdminRequestRow | undefined> {
  const { rows } = await sql<AdminRequestRow>`
    select ${COLUMNS} from guidance_request request ${CLAIMS}
    where request.guidance_request_id = ${guidanceRequestId}`.execute(db)
  return rows[0]
}

/** Earlier versions of the requests' latest answers, newest first. */
export async function listVersions(
  db: Queryable,
  requestIds: readonly number[],
): Promise<VersionRow[]> {
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
export async function holdMembers(trx: Queryable, memberIds: readonly string[]): Promise<void> {
  await sql`select from member where member_id = any(${memberIds}::uuid[])
    order by member_id for key share`.execute(trx)
}

/** Stores the answer to a question. */
export async function answerQuestion(
  trx: Queryable,
  answer: {
    guidanceRequestId: number
    number: number
    sealedResponse: Buffer
    adminId: string
    now: Date
  },
): Promise<void> {
  const { guidanceRequestId, number, sealedResponse, adminId, now } = answer
  await trx
    .updateTable('guidanceQuestion')
    .set({ sealedResponse, respondedAt: now, respondedBy: adminId })
    .where('guidanceRequestId', '=', guidanceRequestId)
    .where('number', '=', number)
    .execute()
  await updateRequest(trx, guidanceRequestId, { waitingSince: null, answeredAt: now })
}

/** Replaces an answer and stores its previous version. */
export async function replaceResponse(
  trx: Queryable,
  change: {
    guidanceRequestId: number
    number: number
    before: Buffer
    sealedResponse: Buffer
    now: Date
  },
): Promise<void> {
  const { guidanceRequestId, number, before, sealedResponse, now } = change
  await trx
    .insertInto('guidanceResponseVersion')
    .values({ guidanceRequestId, number, sealedResponse: before, replacedAt: now })
    .execute()
  await trx
    .updateTable('guidanceQuestion')
    .set({ sealedResponse })
    .where('guidanceRequestId', '=', guidanceRequestId)
    .where('number', '=', number)
    .execute()
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
}
