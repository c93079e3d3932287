import type { AdminGuidanceRequest } from '#contract/guidance.ts'

type Thread = Pick<AdminGuidanceRequest, 'id' | 'followUp' | 'waitingSince'>

/** Where a response to a request is kept while it is written: for each question of it on its own. */
export function responseDraftKey(adminId: string, request: Thread): string {
  const kind = request.waitingSince === null ? 'change' : 'response'
  return `guidance-${kind}:${adminId}:${request.id}:${request.followUp ? 2 : 1}`
}

/** The latest answer of a request; undefined before there is one. */
export function latestResponse(
  request: Pick<AdminGuidanceRequest, 'responseContent' | 'followUp'>,
): string | undefined {
  return request.followUp?.responseContent ?? request.responseContent ?? undefined
}

/**
 * How the form that changes an answer stands: shut; open with what was typed before; opened by a
 * press; done with.
 */
export type ChangeMode = 'shut' | 'kept' | 'opened' | 'done'
