import { reviewEndpoints } from '#contract/review.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { requireRight } from '#server/http/session.ts'
import { readActions } from '../audit/read.ts'
import { claim, readLastDecision, release } from '../review/service.ts'
import { SUBJECTS } from './subjects.ts'

/** Claims on everything that waits for a decision, and what was decided. Each subject binds its decisions. */
export function deskRoutes(route: RouteBinder, context: Context): void {
  route(reviewEndpoints.claim, async ({ viewer, params: { subject, id } }) => {
    const { right, topic, lock } = SUBJECTS[subject]
    const admin = requireRight(viewer, right)
    const claimed = await inTransaction(context.db, async (trx) =>
      claim(context, trx, admin, await lock({ context, trx, admin, id })),
    )
    context.changes.announce({ kind: 'topic', topic })
    return claimed
  })
  route(reviewEndpoints.release, async ({ viewer, params: { subject, id } }) => {
    const { right, topic, lock } = SUBJECTS[subject]
    const admin = requireRight(viewer, right)
    const wasClaimed = await inTransaction(context.db, async (trx) =>
      release(trx, admin, await lock({ context, trx, admin, id })),
    )
    if (wasClaimed) context.changes.announce({ kind: 'topic', topic })
  })
  route(reviewEndpoints.decided, async ({ viewer, params: { subject }, query }) => {
    const { right, actions } = SUBJECTS[subject]
    return readActions(context, requireRight(viewer, right), { ...query, actions })
  })
  route(reviewEndpoints.lastDecision, async ({ viewer, params }) =>
    readLastDecision(context, requireRight(viewer, SUBJECTS[params.subject].right), params),
  )
}
