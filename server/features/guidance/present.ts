import type {
  AdminGuidanceRequest,
  FollowUp,
  GuidanceRequest,
  ProposedResponse,
} from '#contract/guidance.ts'
import { presentClaim } from '#server/domain/claim.ts'
import { versionOf } from '#server/domain/version.ts'
import { canFollowUp, editableUntil, promiseUsed } from './policy.ts'
import type { AdminRequestRow } from './store.ts'
import { type Proposed, type Question, questionsOf, type Thread, type Version } from './threads.ts'

export function presentRequest(thread: Thread): GuidanceRequest {
  return { ...presentThread(thread), canFollowUp: canFollowUp(questionsOf(thread)) }
}

/** Lists its fields one by one, so that nothing that identifies the author is included. */
export function presentForAdmin(input: {
  thread: Thread<AdminRequestRow>
  versions: readonly Version[]
  viewerId: string
  /** Whether another administrator can read guidance. */
  hasColleague: boolean
  promiseHours: number
  now: Date
}): AdminGuidanceRequest {
  const { thread, versions, viewerId, hasColleague, promiseHours, now } = input
  const { isHidden, waitingSince, isMinor } = thread.request
  const { proposed } = thread.followUp ?? thread.first
  return {
    ...presentThread(thread),
    isHidden,
    waitingSince: textOf(waitingSince),
    promiseUsed: promiseUsed({ waitingSince, promiseHours, now }),
    claim: presentClaim(thread.request, { viewerId, now }),
    editableUntil: textOf(editableUntil({ isMinor, questions: questionsOf(thread), now })),
    needsSecondReader: isMinor && hasColleague,
    proposed: proposed && presentProposed(proposed, viewerId),
    history: versions.map(({ response, replacedAt }) => ({
      responseContent: response,
      replacedAt: replacedAt.toISOString(),
    })),
    version: responseVersion(
      proposed?.response ?? thread.followUp?.response ?? thread.first.response,
    ),
  }
}

/** The version of a response, so that a change can't replace another one. */
export function responseVersion(response: string | null | undefined): string {
  return versionOf({ response })
}

function presentProposed(
  { response, writer, returnReason }: Proposed,
  viewerId: string,
): ProposedResponse {
  const anonymousUsername = writer?.anonymousUsername ?? null
  const mine = writer?.id === viewerId
  return { responseContent: response, anonymousUsername, mine, returnReason }
}

function presentThread(thread: Thread): Omit<GuidanceRequest, 'canFollowUp'> {
  const { content, createdAt, responseContent, respondedAt } = presentQuestion(thread.first)
  return {
    id: thread.request.guidanceRequestId,
    category: thread.request.category,
    content,
    createdAt,
    isMinor: thread.request.isMinor,
    responseContent,
    respondedAt,
    followUp: thread.followUp ? presentQuestion(thread.followUp) : null,
  }
}

function presentQuestion(question: Question): FollowUp {
  return {
    content: question.content,
    createdAt: question.askedAt.toISOString(),
    responseContent: question.response,
    respondedAt: textOf(question.respondedAt),
  }
}

function textOf(moment: Date | null): string | null {
  return moment?.toISOString() ?? null
}
