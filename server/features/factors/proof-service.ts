import type { FactorProof } from '#contract/factors.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { hashRecoveryCode } from '#server/domain/factors/recovery-codes.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Holder } from './challenges-service.ts'
import { tell } from './change-service.ts'
import { countRecoveryCodes, takeRecoveryCode } from './codes-store.ts'
import { checkPasskey } from './passkeys-service.ts'
import { lockFactors } from './store.ts'
import { checkTotp, wrongTotp } from './totp-service.ts'

interface Attempt {
  memberId: string
  /** Whose tries are counted: the account's at sign-in, those of one session at a step-up. */
  subject: string
  holder: Holder
  proof: FactorProof
}

/**
 * Returns when the proof is right, and uses it up. Throws `invalid_input` for a wrong one, beside its
 * field, and `rate_limited` after too many wrong codes.
 */
export async function requireFactor(context: Context, attempt: Attempt): Promise<void> {
  const { memberId, subject, holder, proof } = attempt
  switch (proof.method) {
    case 'totp':
      return limited(context, subject, async () => {
        if (!(await checkTotp(context, { memberId, code: proof.code }))) throw wrongTotp()
      })
    case 'recovery-code':
      await context.limits.consume('wrong-recovery-code', subject)
      await spendRecoveryCode(context, { memberId, code: proof.code })
      return context.limits.reset('wrong-recovery-code', subject)
    case 'passkey': {
      const { response: assertion } = proof
      if ((await checkPasskey(context, { holder, assertion, memberId })) === undefined) {
        throw wrongPasskey()
      }
    }
  }
}

export function wrongPasskey(): AppError {
  const sentence = 'This passkey does not belong to your account here, or took too long. Try again.'
  return new AppError('invalid_input', sentence, { fields: { response: sentence } })
}

/** Counts before the check, so that guesses at the same moment are not judged all at once. */
async function limited(
  { limits }: Context,
  subject: string,
  check: () => Promise<void>,
): Promise<void> {
  await limits.consume('wrong-totp', subject)
  await check()
  await limits.refund('wrong-totp', subject)
}

async function spendRecoveryCode(
  context: Context,
  { memberId, code }: { memberId: string; code: string },
): Promise<void> {
  const codeHash = hashRecoveryCode(memberId, code)
  const isRight = await inTransaction(context.db, async (trx) => {
    // Before the code, as everything that changes factors takes them.
    await lockFactors(trx, memberId)
    if (!(await takeRecoveryCode(trx, { memberId, codeHash, now: context.now() }))) return false
    const left = await countRecoveryCodes(trx, memberId)
    const sentence = `A recovery code was used on your account. ${left} of them are left.`
    await tell(context, trx, { memberId, sentence })
    return true
  })
  if (isRight) return
  const sentence = 'This recovery code is wrong or was used already.'
  throw new AppError('invalid_input', sentence, { fields: { code: sentence } })
}
