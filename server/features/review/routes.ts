import { reviewEndpoints } from '#contract/review.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { requireRight } from '#server/http/session.ts'
import { DECISIONS, readDecided } from './decided.ts'
import { readLastDecision } from './service.ts'

/** Each subject binds its own queue, claims and decisions. */
export function reviewRoutes(route: RouteBinder, context: Context): void {
  route(reviewEndpoints.decided, async ({ viewer, params: { queue }, query }) =>
    readDecided(context, requireRight(viewer, DECISIONS[queue].right), { ...query, queue }),
  )
  route(reviewEndpoints.lastDecision, ({ viewer, params }) =>
    readLastDecision(context, viewer, params),
  )
  route(reviewEndpoints.lastGuidanceDecision, ({ viewer, params }) =>
    readLastDecision(context, viewer, { subject: 'guidance', id: params.id }),
  )
}
