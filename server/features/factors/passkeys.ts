import type { Selectable } from 'kysely'
import {
  type AddedFactor,
  FACTOR_LIMITS,
  type Factors,
  type Passkey,
  type PasskeyAssertion,
  type PasskeyCreationOptions,
  type PasskeyRegistration,
  type PasskeyRequestOptions,
} from '#contract/factors.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import type { Passkey as PasskeyTable } from '#server/db/schema.gen.ts'
import { brokenUniqueRule, inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import {
  creationOptions,
  readAssertion,
  readRegistration,
  relyingParty,
  requestOptions,
  type StoredPasskey,
  userHandleOf,
} from '#server/domain/factors/passkey.ts'
import { requireKnown, versionOf } from '#server/domain/version.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { requireOwner } from '#server/http/session.ts'
import { siteTitle } from '../settings/service.ts'
import { type Holder, issueChallenge, spendChallenge } from './challenges.ts'
import { addFactor, lockVerified, removeFactor } from './change.ts'
import type { TotpRow } from './store.ts'

/**
 * The browser's options for creating a passkey. Throws `conflict` if the address is not verified.
 */
export async function offerPasskey(
  context: Context,
  viewer: Viewer,
): Promise<PasskeyCreationOptions> {
  requireOwner(viewer)
  const member = await inTransaction(context.db, (trx) => lockVerified(trx, viewer.id))
  const challenge = await issueChallenge(context, { use: 'add', sessionId: viewer.sessionId })
  return creationOptions({
    party: relyingParty(context.config.publicUrl),
    brand: await siteTitle(context.db),
    challenge,
    member,
    known: await listPasskeys(context.db, viewer.id),
  })
}

export async function addPasskey(
  context: Context,
  viewer: Viewer,
  input: { name: string; registration: PasskeyRegistration; device: string },
): Promise<AddedFactor> {
  const { name, registration, device } = input
  const { response } = registration
  const holder = { use: 'add', sessionId: viewer.sessionId } as const
  const challenge = await spendChallenge(context, { holder, response })
  const party = relyingParty(context.config.publicUrl)
  const made = challenge && (await readRegistration({ party, challenge, registration }))
  if (!made) {
    throw new AppError('invalid_input', 'This passkey could not be added. Please try again.')
  }
  const recoveryCodes = await addFactor(context, viewer, {
    sentence: 'A passkey was added to your account.',
    device,
    add: async (trx) => {
      if ((await listPasskeys(trx, viewer.id)).length >= FACTOR_LIMITS.passkeys) {
        const sentence = `You have ${FACTOR_LIMITS.passkeys} passkeys. Remove one before you add another.`
        throw new AppError('conflict', sentence)
      }
      await insertPasskey(trx, { ...made, memberId: viewer.id, name, now: context.now() })
    },
  }).catch((error: unknown) => {
    if (brokenUniqueRule(error) !== 'passkey_credential_id_key') throw error
    throw new AppError('conflict', 'This passkey has been added already.')
  })
  return { recoveryCodes }
}

/** Throws `not_found` if the viewer has no such passkey, `conflict` for a name newer than `version`. */
export async function nameOwnPasskey(
  context: Context,
  viewer: Viewer,
  input: { passkeyId: number; name: string; version: string | undefined },
): Promise<Passkey> {
  const { passkeyId, name, version } = input
  return inTransaction(context.db, async (trx) => {
    const row = await lockPasskey(trx, { memberId: viewer.id, passkeyId })
    if (!row) throw noSuchPasskey()
    const saved = { name: row.name }
    requireKnown({ version, saved, changes: { name }, newer: () => presentPasskey(row) })
    await trx.updateTable('passkey').set({ name }).where('passkeyId', '=', passkeyId).execute()
    return presentPasskey({ ...row, name })
  })
}

/** Throws `not_found` if the viewer has no such passkey. */
export function removePasskey(
  context: Context,
  viewer: Viewer,
  { passkeyId, device }: { passkeyId: number; device: string },
): Promise<void> {
  return removeFactor(context, viewer, {
    sentence: 'A passkey was removed from your account.',
    device,
    remove: async (trx) => {
      if (!(await deletePasskey(trx, { memberId: viewer.id, passkeyId }))) throw noSuchPasskey()
    },
  })
}

/**
 * The browser's options for using a passkey: the member's, or any passkey if no member is given.
 */
export async function askForPasskey(
  context: Context,
  { holder, memberId }: { holder: Holder; memberId?: string },
): Promise<PasskeyRequestOptions> {
  const challenge = await issueChallenge(context, holder)
  const party = relyingParty(context.config.publicUrl)
  const allowed = memberId ? await listPasskeys(context.db, memberId) : []
  return requestOptions({ party, challenge, allowed })
}

/** The passkey's member, and whether its signature is right and its counter has increased. */
interface PasskeyCheck {
  memberId: string
  isRight: boolean
}

/**
 * Checks a passkey's answer to the holder's challenge. Undefined if the passkey is unknown or the
 * challenge is not the holder's. With `memberId`, only that member's passkeys count; without it,
 * the authenticator itself must name the member.
 */
export async function checkPasskey(
  context: Context,
  input: { holder: Holder; assertion: PasskeyAssertion; memberId?: string },
): Promise<PasskeyCheck | undefined> {
  const { holder, assertion, memberId } = input
  const { response } = assertion
  const challenge = await spendChallenge(context, { holder, response })
  const passkey = await findPasskey(context.db, assertion.id)
  if (!challenge || !passkey) return undefined
  const handle = userHandleOf(passkey.memberId)
  const isOwners = memberId
    ? passkey.memberId === memberId && (response.userHandle ?? handle) === handle
    : response.userHandle === handle
  if (!isOwners) return undefined
  const party = relyingParty(context.config.publicUrl)
  const counter = await readAssertion({ party, challenge, assertion, passkey })
  const used = counter !== undefined && {
    passkeyId: passkey.passkeyId,
    counter,
    now: context.now(),
  }
  const isRight = used && (await markPasskeyUsed(context.db, used))
  return { memberId: passkey.memberId, isRight }
}

function noSuchPasskey(): AppError {
  return new AppError('not_found', 'This passkey has been removed already.')
}

type PasskeyRow = Pick<
  Selectable<PasskeyTable>,
  'passkeyId' | 'name' | 'createdAt' | 'lastUsedAt'
> &
  StoredPasskey

/** In the order in which they were added. */
export async function listPasskeys(db: Queryable, memberId: string): Promise<PasskeyRow[]> {
  const rows = await db
    .selectFrom('passkey')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('passkeyId')
    .execute()
  return rows.map((row) => ({ ...row, counter: Number(row.counter) }))
}

/** Finds a passkey and its member by the credential id that browsers use. */
async function findPasskey(
  db: Queryable,
  credentialId: string,
): Promise<(StoredPasskey & { passkeyId: number; memberId: string }) | undefined> {
  const row = await db
    .selectFrom('passkey')
    .selectAll()
    .where('credentialId', '=', credentialId)
    .executeTakeFirst()
  return row && { ...row, counter: Number(row.counter) }
}

/** Violates a unique constraint if the passkey was added already. */
async function insertPasskey(
  trx: Trx,
  row: StoredPasskey & { memberId: string; name: string; now: Date },
): Promise<void> {
  const { now, ...values } = row
  await trx
    .insertInto('passkey')
    .values({ ...values, createdAt: now })
    .execute()
}

function lockPasskey(
  trx: Trx,
  { memberId, passkeyId }: { memberId: string; passkeyId: number },
): Promise<Pick<PasskeyRow, 'passkeyId' | 'name' | 'createdAt' | 'lastUsedAt'> | undefined> {
  return trx
    .selectFrom('passkey')
    .select(['passkeyId', 'name', 'createdAt', 'lastUsedAt'])
    .where('memberId', '=', memberId)
    .where('passkeyId', '=', passkeyId)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Records a use. False if the counter has not increased, which means that the passkey was copied or
 * the same answer was sent twice. Authenticators without a counter always send 0.
 */
async function markPasskeyUsed(
  db: Queryable,
  input: { passkeyId: number; counter: number; now: Date },
): Promise<boolean> {
  const { passkeyId, counter, now } = input
  const result = await db
    .updateTable('passkey')
    .set({ counter, lastUsedAt: now })
    .where('passkeyId', '=', passkeyId)
    .where((eb) =>
      eb.or([
        eb('counter', '<', String(counter)),
        eb.and([eb('counter', '=', '0'), eb.lit(counter === 0)]),
      ]),
    )
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** False when the member has no such passkey. */
async function deletePasskey(
  trx: Trx,
  input: { memberId: string; passkeyId: number },
): Promise<boolean> {
  const result = await trx
    .deleteFrom('passkey')
    .where('memberId', '=', input.memberId)
    .where('passkeyId', '=', input.passkeyId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function deletePasskeys(trx: Trx, memberId: string): Promise<void> {
  await trx.deleteFrom('passkey').where('memberId', '=', memberId).execute()
}

function presentPasskey(
  row: Pick<PasskeyRow, 'passkeyId' | 'name' | 'createdAt' | 'lastUsedAt'>,
): Passkey {
  return {
    id: row.passkeyId,
    name: row.name,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    version: versionOf({ name: row.name }),
  }
}

export function presentFactors(input: {
  passkeys: PasskeyRow[]
  totp: TotpRow | undefined
  recoveryCodesLeft: number
  areCodesKept: boolean
  neededBy: Date | undefined
}): Factors {
  const { passkeys, totp, recoveryCodesLeft, areCodesKept } = input
  return {
    passkeys: passkeys.map(presentPasskey),
    totp: totp?.confirmedAt ? { addedAt: totp.confirmedAt.toISOString() } : null,
    recoveryCodesLeft,
    areCodesKept,
    neededBy: input.neededBy?.toISOString() ?? null,
  }
}
