import type { PasskeyRequestOptions, StepUp } from '#contract/factors.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { provePassword } from '../accounts/passwords-service.ts'
import { stepUpSession } from '../accounts/sessions-service.ts'
import { noteFailedFactor } from './failures-service.ts'
import { factorsOf, hasFactor } from './lookup-service.ts'
import { askForPasskey } from './passkeys-service.ts'
import { requireFactor } from './proof-service.ts'

/**
 * Allows this session to make calls that need a step-up. A password is accepted only if the account
 * has no factor. Throws `invalid_input` for a wrong proof and `rate_limited` after too many.
 */
export async function stepUp(
  context: Context,
  viewer: Viewer,
  { proof, device }: { proof: StepUp; device: string },
): Promise<void> {
  const { id: memberId, sessionId } = viewer
  if (proof.method === 'password') {
    if (hasFactor(await factorsOf(context.db, memberId))) {
      const sentence = 'Use your passkey, authenticator app or a recovery code.'
      throw new AppError('invalid_input', sentence, { fields: { password: sentence } })
    }
    const { password } = proof
    await provePassword(context, viewer, { password, field: 'password' }).catch(async (error) => {
      if (error instanceof AppError && error.code === 'invalid_input') {
        await noteFailedFactor(context, { memberId, kind: 'step-up-failed', device })
      }
      throw error
    })
  } else {
    const subject = `session ${sessionId}`
    const holder = { use: 'step-up', sessionId } as const
    await requireFactor(context, { memberId, subject, holder, proof, device })
  }
  await stepUpSession(context, viewer)
}

export function stepUpOptions(context: Context, viewer: Viewer): Promise<PasskeyRequestOptions> {
  const holder = { use: 'step-up', sessionId: viewer.sessionId } as const
  return askForPasskey(context, { holder, memberId: viewer.id })
}
