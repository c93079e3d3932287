import { DAY_MS } from '#contract/durations.ts'
import type { FactorProof } from '#contract/factors.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { hashRecoveryCode } from '#server/domain/factors/recovery-codes.ts'
import { queueMail } from '../email/service.ts'
import { failedFactorsMail } from '../email/templates/account-mails.ts'
import {
  countFailures,
  hasSecurityEventSince,
  recordSecurityEvent,
} from '../security-log/service.ts'
import { siteTitle } from '../settings/service.ts'
import type { Holder } from './challenges.ts'
import { emailAboutChange } from './change.ts'
import { checkPasskey } from './passkeys.ts'
import { countRecoveryCodes, lockFactors } from './store.ts'
import { checkTotp, wrongTotp } from './totp.ts'

interface Attempt {
  memberId: string
  /**
   * The rate limit key for tries: the account or known device at sign-in, the session at a step-up.
   */
  subject: string
  holder: Holder & { use: 'finish' | 'step-up' }
  proof: FactorProof
  /** Browser and operating system in words, for the security log. */
  device: string
}

/**
 * Checks a proof and uses it up. Throws `invalid_input` on the proof's field if it is wrong, and
 * `rate_limited` after too many wrong codes.
 */
export async function requireFactor(context: Context, attempt: Attempt): Promise<void> {
  if (await isRight(context, attempt)) return
  const { memberId, holder, proof, device } = attempt
  const kind = holder.use === 'finish' ? 'factor-failed' : 'step-up-failed'
  await noteFailedFactor(context, { memberId, kind, device })
  throw wrongProof(proof.method)
}

/** Tries are counted before the check, so that simultaneous guesses cannot exceed the limit. */
async function isRight(context: Context, attempt: Attempt): Promise<boolean> {
  const { memberId, subject, holder, proof } = attempt
  switch (proof.method) {
    case 'totp': {
      await context.limits.consume('wrong-totp', subject)
      const isRight = await checkTotp(context, { memberId, code: proof.code })
      if (isRight) await context.limits.refund('wrong-totp', subject)
      return isRight
    }
    case 'recovery-code': {
      await context.limits.consume('wrong-recovery-code', subject)
      const isRight = await spendRecoveryCode(context, { memberId, code: proof.code })
      if (isRight) await context.limits.reset('wrong-recovery-code', subject)
      return isRight
    }
    case 'passkey': {
      const { response: assertion } = proof
      const check = await checkPasskey(context, { holder, assertion, memberId })
      return check?.isRight ?? false
    }
  }
}

function wrongProof(method: FactorProof['method']): AppError {
  switch (method) {
    case 'totp':
      return wrongTotp()
    case 'recovery-code': {
      const sentence = 'This recovery code is wrong or was used already.'
      return new AppError('invalid_input', sentence, { fields: { code: sentence } })
    }
    case 'passkey': {
      const sentence =
        'This passkey doesn’t belong to your account, or it took too long. Try again.'
      return new AppError('invalid_input', sentence, { fields: { response: sentence } })
    }
  }
}

/** Uses up a recovery code; false if it is wrong or used. */
async function spendRecoveryCode(
  context: Context,
  { memberId, code }: { memberId: string; code: string },
): Promise<boolean> {
  const codeHash = hashRecoveryCode(memberId, code)
  return inTransaction(context.db, async (trx) => {
    // Locked before the code, as in every transaction that changes factors.
    await lockFactors(trx, memberId)
    if (!(await takeRecoveryCode(trx, { memberId, codeHash, now: context.now() }))) return false
    const left = await countRecoveryCodes(trx, memberId)
    const sentence = `A recovery code was used on your account. Recovery codes left: ${left}.`
    await emailAboutChange(context, trx, { memberId, sentence })
    return true
  })
}

/** Number of failures within an hour after which the member gets an email. */
const MOST_FAILURES = 5

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
    const url = `${context.config.publicUrl}/account/security`
    const mail = failedFactorsMail({ brand: await siteTitle(trx), device, url })
    await queueMail(context, trx, { kind: 'factors-failed', to: member.email, mail })
  })
}

/** Uses up a code; false if it is unknown or used. */
async function takeRecoveryCode(
  db: Queryable,
  input: { memberId: string; codeHash: Buffer; now: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('recoveryCode')
    .set({ usedAt: input.now })
    .where('memberId', '=', input.memberId)
    .where('codeHash', '=', input.codeHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
