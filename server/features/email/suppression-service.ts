import { type BouncedEmail, EMAIL_LIMITS } from '#contract/email.ts'
import type { Page } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { type MailVerdict, withoutAddresses } from '#server/ports/email/port.ts'
import { recordAudit } from '../audit/service.ts'
import { lockAddress } from './events-store.ts'
import {
  closeSoftBounces,
  findSuppressed,
  forgetLiftedOfNobody,
  lift,
  listSuppressions,
  openSoftBounce,
  type SuppressionRow,
  suppress,
} from './suppression-store.ts'

export interface Judged {
  emailEventId: number
  email: string
  at: Date
  verdict: MailVerdict | undefined
  reason: string | undefined
  now: Date
}

/**
 * Applies an event to its address, which the caller has locked. After a hard bounce, a complaint or
 * several soft bounces in a row, the address gets no more mailings. Emails that members ask for,
 * such as sign-in codes, are still sent to it.
 */
export async function judge(trx: Trx, judged: Judged): Promise<void> {
  const { email, verdict, reason, now } = judged
  switch (verdict) {
    case 'hard-bounce':
      return suppress(trx, { email, cause: 'bounce', reason, now })
    case 'complaint':
      return suppress(trx, { email, cause: 'complaint', reason, now })
    case 'soft-bounce': {
      const inARow = await openSoftBounce(trx, judged)
      if (inARow < EMAIL_LIMITS.softBounces) return
      return suppress(trx, { email, cause: 'soft-bounces', reason, now })
    }
    case 'delivered':
      return closeSoftBounces(trx, { email, until: judged.at })
  }
}

/** Addresses that get no mailings, newest first. */
export async function readBounced(
  context: Context,
  query: { page: number; pageSize: number },
): Promise<Page<BouncedEmail>> {
  const { rows, total } = await listSuppressions(context.db, sliceOf(query))
  return { items: rows.map(presentBounced), total }
}

/** Allows mailings to an address again. Throws `not_found` if it is not suppressed. */
export async function liftBounce(
  context: Context,
  admin: Admin,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const email = await findSuppressed(trx, id)
    if (email === undefined) throw notHeldBack()
    await lockAddress(trx, email)
    const input = { emailSuppressionId: id, adminId: admin.id, reason, now: context.now() }
    const cause = await lift(trx, input)
    if (!cause) throw notHeldBack()
    await closeSoftBounces(trx, { email })
    await forgetLiftedOfNobody(trx, email)
    await recordAudit(trx, admin, {
      action: 'bounce-lifted',
      subjectId: id,
      detail: { cause, reason: withoutAddresses(reason) },
    })
  })
}

function notHeldBack(): AppError {
  return new AppError('not_found', 'This address already gets broadcasts again.')
}

function presentBounced(row: SuppressionRow): BouncedEmail {
  return {
    id: row.emailSuppressionId,
    email: row.email,
    createdAt: row.createdAt.toISOString(),
    cause: row.cause,
    reason: row.reason,
  }
}
