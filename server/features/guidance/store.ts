import { type Selectable, sql } from 'kysely'
import type { GuidanceCategory } from '#contract/guidance.ts'
import type { Queryable } from '#server/db/connect.ts'
import { countRows, type Listed, type Slice, walkPages } from '#server/db/page.ts'
import type { GuidanceRequest } from '#server/db/schema.gen.ts'

const REQUEST = ['guidanceRequestId', 'memberId', 'category'] as const

export type RequestRow = Pick<Selectable<GuidanceRequest>, (typeof REQUEST)[number]>

export interface QuestionRow {
  guidanceRequestId: number
  /** 1 for the request itself, 2 for the follow-up. */
  number: number
  sealedContent: Buffer
  askedAt: Date
  sealedResponse: Buffer | null
  respondedAt: Date | null
  respondedBy: string | null
}

/** Adds a request; undefined if the member has already sent one with this key. */
export async function insertRequest(
  trx: Queryable,
  request: {
    memberId: string
    category: GuidanceCategory
    key: string | null
    sealedContent: Buffer
    now: Date
  },
): Promise<number | undefined> {
  const { memberId, category, key: clientKey, sealedContent, now } = request
  const row = await trx
    .insertInto('guidanceRequest')
    .values({ memberId, category, clientKey, waitingSince: now, createdAt: now })
    .onConflict((conflict) => conflict.columns(['memberId', 'clientKey']).doNothing())
    .returning('guidanceRequestId')
    .executeTakeFirst()
  if (!row) return undefined
  const { guidanceRequestId } = row
  await insertQuestion(trx, { guidanceRequestId, number: 1, sealedContent, now })
  return guidanceRequestId
}

export async function insertQuestion(
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
export function findOwnRequest(
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
export function findSentRequest(
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

/** A page of a member's requests, newest first, with the total count. */
export async function listOwnRequests(
  db: Queryable,
  input: Slice & { memberId: string },
): Promise<Listed<RequestRow>> {
  const own = db.selectFrom('guidanceRequest').where('memberId', '=', input.memberId)
  const page = own.select(REQUEST).orderBy('guidanceRequestId', 'desc').limit(input.limit)
  const rows = await (input.offset > 0 ? page.offset(input.offset) : page).execute()
  return { rows, total: await countRows(own) }
}

/** All of a member's requests in pages, oldest first. */
export function walkOwnRequests(db: Queryable, memberId: string): AsyncIterable<RequestRow[]> {
  const own = db.selectFrom('guidanceRequest').select(REQUEST).where('memberId', '=', memberId)
  return walkPages(own, ['guidanceRequestId'])
}

/** The questions of these requests, by request and in the order asked. */
export function listQuestions(
  db: Queryable,
  requestIds: readonly number[],
): Promise<QuestionRow[]> {
  return db
    .selectFrom('guidanceQuestion')
    .select([
      'guidanceRequestId',
      'number',
      'sealedContent',
      'askedAt',
      'sealedResponse',
      'respondedAt',
      'respondedBy',
    ])
    .where(sql<boolean>`guidance_request_id = any(${requestIds}::int[])`)
    .orderBy('guidanceRequestId')
    .orderBy('number')
    .execute()
}

/** Locks the request until the transaction ends; false if it was deleted. */
export async function lockRequest(trx: Queryable, guidanceRequestId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('guidanceRequest')
    .select('guidanceRequestId')
    .where('guidanceRequestId', '=', guidanceRequestId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Marks a request as waiting again, and shows it to the team even if it was hidden. */
export async function reopenRequest(
  trx: Queryable,
  { guidanceRequestId, now }: { guidanceRequestId: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('guidanceRequest')
    .set({ waitingSince: now, isHidden: false })
    .where('guidanceRequestId', '=', guidanceRequestId)
    .execute()
}

/** False if the member has no such request. */
export async function deleteRequest(
  db: Queryable,
  input: { memberId: string; guidanceRequestId: number },
): Promise<boolean> {
  const result = await db
    .deleteFrom('guidanceRequest')
    .where('guidanceRequestId', '=', input.guidanceRequestId)
    .where('memberId', '=', input.memberId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** The number of latest answers (at most `latest`), and the median time they took in hours. */
export async function measureAnswers(
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
