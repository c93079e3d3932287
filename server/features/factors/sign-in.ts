import type {
  FactorProof,
  PasskeyAssertion,
  PasskeyRequestOptions,
  StepUp,
} from '#contract/factors.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Browser } from '#server/domain/browser.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { hashToken } from '#server/http/session.ts'
import { findDeviceOfMember } from '../accounts/devices.ts'
import { provePassword } from '../accounts/passwords.ts'
import { enterWithFactor, type SignIn, stepUpSession } from '../accounts/sessions.ts'
import { factorsOf, hasFactor } from './lookup.ts'
import { askForPasskey, checkPasskey } from './passkeys.ts'
import { getPending, noPending } from './pending.ts'
import { noteFailedFactor, requireFactor } from './proof.ts'

/**
 * Finishes the sign-in that is waiting in this browser. Wrong codes count against the account, but
 * on a known device only against that device, so that strangers can't use up the owner's tries.
 */
export async function finishSignIn(
  context: Context,
  input: { token: string | undefined; proof: FactorProof; browser: Browser },
): Promise<SignIn> {
  const { browser, proof } = input
  const { memberId, token } = await getPending(context, input.token)
  const device = await findDeviceOfMember(context, browser, memberId)
  const subject = device ? `device ${device}` : `account ${memberId}`
  const holder = { use: 'finish', token } as const
  await requireFactor(context, { memberId, subject, holder, proof, device: browser.device })
  return enterWithFactor(context, { browser, memberId }, async (trx) => {
    const pending = { tokenHash: hashToken(token), now: context.now() }
    if (!(await takePending(trx, pending))) throw noPending()
  })
}

/** The options with which the token's browser can sign in with any passkey of the site. */
export async function passkeySignInOptions(
  context: Context,
  { token, address }: { token: string; address: string },
): Promise<PasskeyRequestOptions> {
  await context.limits.consume('passkey-address', address)
  return askForPasskey(context, { holder: { use: 'sign-in', token } })
}

/** Signs in with only a passkey, because having it and unlocking it are two factors. */
export async function signInWithPasskey(
  context: Context,
  input: { token: string | undefined; assertion: PasskeyAssertion; browser: Browser },
): Promise<SignIn> {
  const { token, assertion, browser } = input
  await context.limits.consume('passkey-address', browser.address)
  const holder = token ? ({ use: 'sign-in', token } as const) : undefined
  const check = holder && (await checkPasskey(context, { holder, assertion }))
  if (!check?.isRight) {
    if (check) {
      const { memberId } = check
      await noteFailedFactor(context, { memberId, kind: 'factor-failed', device: browser.device })
    }
    throw new AppError(
      'not_signed_in',
      'This passkey could not be used here. Try again or sign in another way.',
    )
  }
  return enterWithFactor(context, { browser, memberId: check.memberId })
}

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

/** Uses up a pending sign-in; false if it has expired or was used. */
async function takePending(trx: Trx, input: { tokenHash: Buffer; now: Date }): Promise<boolean> {
  const result = await trx
    .deleteFrom('pendingSignIn')
    .where('tokenHash', '=', input.tokenHash)
    .where('expiresAt', '>', input.now)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
