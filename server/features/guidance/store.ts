import { type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import type { GuidanceRequest } from '#server/db/schema.gen.ts'
import type { ClaimRow } from '#server/domain/claim.ts'

export const REQUEST = ['guidanceRequestId', 'memberId', 'category', 'isMinor'] as const

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
  /** An answer that waits for a second person on the team. */
  sealedProposal: Buffer | null
  proposedBy: string | null
  proposer: string | null
  sealedReturnReason: Buffer | null
}

/** The questions of these requests, by request and in the order asked. */
export function listQuestions(
  db: Queryable,
  requestIds: readonly number[],
): Promise<QuestionRow[]> {
  return db
    .selectFrom('guidanceQuestion')
    .leftJoin('member as proposer', 'proposer.memberId', 'proposedBy')
    .select([
      'guidanceRequestId',
      'number',
      'sealedContent',
      'askedAt',
      'sealedResponse',
      'respondedAt',
      'respondedBy',
      'sealedProposal',
      'proposedBy',
      'proposer.anonymousUsername as proposer',
      'sealedReturnReason',
    ])
    .where(sql<boolean>`guidance_request_id = any(${requestIds}::int[])`)
    .orderBy('guidanceRequestId')
    .orderBy('number')
    .execute()
}

/** Two members who can sign in and read guidance requests, or all of them if there are fewer. */
export async function listReaders(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .select('memberId')
    .where('isAdmin', '=', true)
    .where(sql<boolean>`'guidance' = any (rights)`)
    .where('suspendedAt', 'is', null)
    .limit(2)
    .execute()
  return rows.map(({ memberId }) => memberId)
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
