import type { AddedFactor } from '#contract/factors.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { newTotpSecret, stepOfCode, totpUri } from '#server/domain/factors/totp.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { requireOwner } from '#server/http/session.ts'
import { openText, sealText } from '../private-text/service.ts'
import { siteTitle } from '../settings/service.ts'
import { addFactor, lockVerified, removeFactor } from './change.ts'
import { confirmTotp, deleteTotp, findTotp, putTotp, type TotpRow, takeStep } from './store.ts'

/**
 * Creates a key for an authenticator app, replacing one that was never confirmed. Throws `conflict`
 * if an app is set up already or the address is not verified.
 */
export async function startTotp(
  context: Context,
  viewer: Viewer,
): Promise<{ secret: string; uri: string }> {
  requireOwner(viewer)
  const { username } = await inTransaction(context.db, (trx) => lockVerified(trx, viewer.id))
  const secret = newTotpSecret()
  const owner = { memberId: viewer.id, kind: 'totp' } as const
  const sealedSecret = await sealText(context, context.db, { ...owner, text: secret })
  const now = context.now()
  if (!(await putTotp(context.db, { memberId: viewer.id, sealedSecret, now }))) {
    const sentence = 'An authenticator app is set up already. Remove it before you set up another.'
    throw new AppError('conflict', sentence)
  }
  return { secret, uri: totpUri({ secret, brand: await siteTitle(context.db), username }) }
}

/** Confirms the app with one of its codes; from then on it counts as a factor. */
export async function confirmOwnTotp(
  context: Context,
  viewer: Viewer,
  { code, device }: { code: string; device: string },
): Promise<AddedFactor> {
  const row = await findTotp(context.db, viewer.id)
  if (!row || row.confirmedAt) {
    throw new AppError('conflict', 'There is no authenticator app to confirm. Please start again.')
  }
  const step = await stepOf(context, { memberId: viewer.id, row, code })
  if (step === undefined) throw wrongTotp()
  const { sealedSecret } = row
  const recoveryCodes = await addFactor(context, viewer, {
    sentence: 'An authenticator app was added to your account.',
    device,
    add: async (trx) => {
      const now = context.now()
      if (await confirmTotp(trx, { memberId: viewer.id, sealedSecret, step, now })) return
      throw new AppError('conflict', 'The key was changed in the meantime. Please start again.')
    },
  })
  return { recoveryCodes }
}

export function removeTotp(context: Context, viewer: Viewer, device: string): Promise<void> {
  return removeFactor(context, viewer, {
    sentence: 'The authenticator app was removed from your account.',
    device,
    remove: async (trx) => {
      if (await deleteTotp(trx, viewer.id)) return
      throw new AppError('not_found', 'No authenticator app is set up.')
    },
  })
}

/** Whether a code is right. Each code is accepted only once. */
export async function checkTotp(
  context: Context,
  { memberId, code }: { memberId: string; code: string },
): Promise<boolean> {
  const row = await findTotp(context.db, memberId)
  if (!row?.confirmedAt) return false
  const step = await stepOf(context, { memberId, row, code })
  if (step === undefined) return false
  return takeStep(context.db, { memberId, sealedSecret: row.sealedSecret, step })
}

export function wrongTotp(): AppError {
  const sentence = 'This code is wrong or was used already. Enter the next one your app shows.'
  return new AppError('invalid_input', sentence, { fields: { code: sentence } })
}

/** The time step of a right code. Throws `provider_unavailable` if the key cannot be read. */
async function stepOf(
  context: Context,
  { memberId, row, code }: { memberId: string; row: TotpRow; code: string },
): Promise<number | undefined> {
  const sealed = row.sealedSecret
  const secret = await openText(context, context.db, { memberId, kind: 'totp', sealed })
  if (secret === undefined) {
    const sentence = 'We can’t check your authenticator app right now. Use a recovery code.'
    throw new AppError('provider_unavailable', sentence)
  }
  return stepOfCode({ secret, code, now: context.now() })
}
