import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import { textOpeners } from '../private-text/service.ts'
import type { QuestionRow, RequestRow, VersionRow } from './store.ts'

/** Decrypts a member's sealed text; undefined if that is no longer possible. */
export type Opener = (memberId: string, sealed: Buffer) => string | undefined

export interface Question {
  number: number
  content: string
  askedAt: Date
  /** Null until it is answered. */
  response: string | null
  respondedAt: Date | null
  proposed: Proposed | null
}

/** An answer that waits for a second person on the team, decrypted. */
export interface Proposed {
  response: string
  /** Null if the writer's account is gone. */
  writer: { id: string; anonymousUsername: string } | null
  returnReason: string | null
}

/** A request with its texts decrypted. */
export interface Thread<Row extends RequestRow = RequestRow> {
  request: Row
  first: Question
  followUp: Question | undefined
}

/** An earlier version of an answer, decrypted. */
export interface Version {
  response: string
  replacedAt: Date
}

/** Creates an opener for these requests' authors, with a single query for their keys. */
export function openerFor(context: Context, rows: readonly RequestRow[]): Promise<Opener> {
  const memberIds = rows.map(({ memberId }) => memberId)
  return textOpeners(context, context.db, { memberIds, kind: 'guidance' })
}

/** The requests with their texts, in the same order, without those that cannot be decrypted. */
export function openThreads<Row extends RequestRow>(
  open: Opener,
  rows: readonly Row[],
  questions: readonly QuestionRow[],
): Thread<Row>[] {
  const byRequest = Map.groupBy(questions, ({ guidanceRequestId }) => guidanceRequestId)
  return rows.flatMap((request) => {
    const sealed = byRequest.get(request.guidanceRequestId) ?? []
    const opened = sealed.flatMap((question) => openQuestionRow(open, request, question) ?? [])
    const [first, followUp] = opened
    return first && opened.length === sealed.length ? [{ request, first, followUp }] : []
  })
}

/** Earlier versions of a request's latest answer, newest first. */
export function openVersions(
  open: Opener,
  request: RequestRow,
  versions: readonly VersionRow[],
): Version[] {
  const own = versions.filter((row) => row.guidanceRequestId === request.guidanceRequestId)
  return own.flatMap(({ sealedResponse, replacedAt }) => {
    const response = open(request.memberId, sealedResponse)
    return response === undefined ? [] : [{ response, replacedAt }]
  })
}

export function questionsOf({ first, followUp }: Thread): Question[] {
  return followUp ? [first, followUp] : [first]
}

/** Also used for another member's request, and for one that can no longer be decrypted. */
export function requestNotFound(): AppError {
  return new AppError('not_found', 'This request does not exist.')
}

function openQuestionRow(
  open: Opener,
  { memberId }: RequestRow,
  row: QuestionRow,
): Question | undefined {
  const { number, askedAt, respondedAt, sealedResponse } = row
  const content = open(memberId, row.sealedContent)
  const response = sealedResponse && open(memberId, sealedResponse)
  if (content === undefined || response === undefined) return undefined
  const proposed = openProposed((sealed) => open(memberId, sealed), row)
  return { number, content, askedAt, response, respondedAt, proposed }
}

function openProposed(
  open: (sealed: Buffer) => string | undefined,
  { sealedProposal, sealedReturnReason, proposedBy, proposer, respondedAt }: QuestionRow,
): Proposed | null {
  const response = sealedProposal && open(sealedProposal)
  if (!response || respondedAt) return null
  return {
    response,
    writer: proposedBy && proposer ? { id: proposedBy, anonymousUsername: proposer } : null,
    returnReason: (sealedReturnReason && open(sealedReturnReason)) ?? null,
  }
}
