import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { queueMail } from '../email/service.ts'
import { failedFactorsMail } from '../email/templates/account-mails.ts'
import {
  countFailures,
  hasSecurityEventSince,
  recordSecurityEvent,
} from '../security-log/service.ts'
import { siteTitle } from '../settings/service.ts'
import { lockFactors } from './store.ts'

/** Number of failures within an hour after which the member gets an email. */
const MOST_FAILURES = 5
const DAY_MS = 86_400_000

/**
 * Records a failed second factor or step-up in the member's security log. After several within an
 * hour, emails the member, at most once a day, because the caller has passed the first factor.
 */
export async function noteFailedFactor(
  context: Context,
  failure: { memberId: string; kind: 'factor-failed' | 'step-up-failed'; device: string },
): Promise<void> {
  const { memberId, device } = failure
  const now = context.now()
  await inTransaction(context.db, async (trx) => {
    // Locked, so that simultaneous failures send one email.
    const member = await lockFactors(trx, memberId)
    if (!member) return
    if ((await countFailures(trx, { ...failure, now })) < MOST_FAILURES) return
    const emailed = { memberId, kind: 'failures-emailed' } as const
    const since = new Date(now.getTime() - DAY_MS)
    if (await hasSecurityEventSince(trx, { ...emailed, since })) return
    await recordSecurityEvent(trx, { ...emailed, device, now })
    const url = `${context.config.publicUrl}/account`
    const mail = failedFactorsMail({ brand: await siteTitle(trx), device, url })
    await queueMail(context, trx, { kind: 'factors-failed', to: member.email, mail })
  })
}
