import { type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import type { GuidanceRequest } from '#server/db/schema.gen.ts'
import type { ClaimRow } from '#server/domain/claim.ts'

export const REQUEST = ['guidanceRequestId', 'memberId', 'category'] as const

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
