import type { AddedFactor } from '#contract/factors.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { newTotpSecret, stepOfCode, totpUri } from '#server/domain/factors/totp.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { requireOwner } from '#server/http/session.ts'
import { openText, sealText } from '../private-text/service.ts'
import { siteTitle } from '../settings/service.ts'
import { addFactor, lockVerified, removeFactor } from './change.ts'
import { deleteTotp, findTotp, type TotpRow } from './store.ts'

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

/** Stores an unconfirmed key; false if the member has a confirmed one. */
async function putTotp(
  db: Queryable,
  row: { memberId: string; sealedSecret: Buffer; now: Date },
): Promise<boolean> {
  const { now: createdAt, ...values } = row
  const result = await db
    .insertInto('authenticatorApp')
    .values({ ...values, createdAt })
    .onConflict((conflict) =>
      conflict
        .column('memberId')
        .doUpdateSet({ sealedSecret: row.sealedSecret, createdAt })
        .where('authenticatorApp.confirmedAt', 'is', null),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Confirms the key `sealedSecret`; false if it was replaced meanwhile. */
async function confirmTotp(
  trx: Trx,
  input: { memberId: string; sealedSecret: Buffer; step: number; now: Date },
): Promise<boolean> {
  const result = await trx
    .updateTable('authenticatorApp')
    .set({ confirmedAt: input.now, lastStep: input.step })
    .where('memberId', '=', input.memberId)
    .where('sealedSecret', '=', input.sealedSecret)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Uses up a time step; false if its code or a later one was used, or the key was replaced. */
async function takeStep(
  db: Queryable,
  input: { memberId: string; sealedSecret: Buffer; step: number },
): Promise<boolean> {
  const result = await db
    .updateTable('authenticatorApp')
    .set({ lastStep: input.step })
    .where('memberId', '=', input.memberId)
    .where('sealedSecret', '=', input.sealedSecret)
    .where('confirmedAt', 'is not', null)
    .where((eb) => eb.or([eb('lastStep', 'is', null), eb('lastStep', '<', String(input.step))]))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
