import type { AdminGuidanceRequest } from '#contract/guidance.ts'

type Thread = Pick<AdminGuidanceRequest, 'id' | 'followUp' | 'waitingSince'>

/** The draft key of a response: each question of a request has its own draft. */
export function responseDraftKey(adminId: string, request: Thread): string {
  const kind = request.waitingSince === null ? 'change' : 'response'
  return `guidance-${kind}:${adminId}:${request.id}:${request.followUp ? 2 : 1}`
}

/** The latest answer to a request; undefined before the first one. */
export function latestResponse(
  request: Pick<AdminGuidanceRequest, 'responseContent' | 'followUp'>,
): string | undefined {
  return request.followUp?.responseContent ?? request.responseContent ?? undefined
}

/**
 * The state of the form that changes an answer: shut, open with a saved draft, opened by its
 * button, or done.
 */
export type ChangeMode = 'shut' | 'kept' | 'opened' | 'done'
