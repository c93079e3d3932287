import { randomBytes } from 'node:crypto'
import { TOTP } from 'otpauth'
import type { Db } from '#server/db/connect.ts'
import { hashRecoveryCode } from '#server/domain/factors/recovery-codes.ts'
import type { TestMember } from '#server/testing/population.ts'
import { jsonOf, post, type Sender } from './sender.ts'

/** Calls that need a member with second factors to get past the first checks. */
export const FACTOR_CALLS =
  /^\/api\/(login\/factor|step-up|user\/(factors|totp|passkeys|recovery-codes))/

/** The recovery code of every fuzzed member with second factors. */
export const RECOVERY_CODE = 'fuzz-fuzz-fuzz-fuzz-fuzz-fuzz'

/** Sets up an authenticator app, and a recovery code that requests can use. */
export async function addFactors(maker: Sender & { db: Db }, member: TestMember): Promise<void> {
  const { id: memberId, cookie } = member
  const started = await post(maker, { path: '/api/user/totp', cookie })
  const secret = String(Object(jsonOf(started)).secret)
  const json = { code: new TOTP({ secret }).generate() }
  await post(maker, { path: '/api/user/totp/confirm', cookie, json })
  const codeHash = hashRecoveryCode(memberId, RECOVERY_CODE)
  await maker.db.insertInto('recoveryCode').values({ memberId, codeHash }).execute()
}

/** Begins a sign-in that waits for the second factor, and returns the browser's cookie. */
export async function startPendingSignIn(
  maker: Sender,
  { username, password }: TestMember,
): Promise<string> {
  const json = { username, password }
  const { headers } = await post(maker, { path: '/api/login', json, expected: 403 })
  return [headers['set-cookie']]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ')
}

/** Adds passkeys without an authenticator; returns their ids. */
export async function addPasskeys(db: Db, memberId: string): Promise<number[]> {
  const values = ['Phone', 'Laptop', 'Key'].map((name) => ({
    memberId,
    name,
    credentialId: randomBytes(16).toString('base64url'),
    publicKey: randomBytes(77),
    counter: 0,
    transports: ['internal'],
  }))
  const rows = await db.insertInto('passkey').values(values).returning('passkeyId').execute()
  return rows.map(({ passkeyId }) => passkeyId)
}
