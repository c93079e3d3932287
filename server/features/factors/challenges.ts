import { hash } from 'node:crypto'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { challengeIn, newChallenge } from '#server/domain/factors/passkey.ts'

const MINUTES = 5

/** The session or browser token that may answer a challenge, and the purpose. */
export type Holder =
  | { use: 'add' | 'step-up'; sessionId: number }
  | { use: 'finish' | 'sign-in'; token: string }

/** Creates a challenge that its holder can answer once, within 5 minutes. */
export async function issueChallenge(context: Context, holder: Holder): Promise<string> {
  const challenge = newChallenge()
  const now = context.now()
  const expiresAt = new Date(now.getTime() + MINUTES * 60_000)
  await insertChallenge(context.db, { challenge, holderHash: hashOf(holder), expiresAt, now })
  return challenge
}

/**
 * Uses up and returns the challenge in a response; undefined if the holder has no such challenge.
 */
export async function spendChallenge(
  context: Context,
  { holder, response }: { holder: Holder; response: { clientDataJSON: string } },
): Promise<string | undefined> {
  const challenge = challengeIn(response)
  if (challenge === undefined) return undefined
  const input = { challenge, holderHash: hashOf(holder), now: context.now() }
  return (await takeChallenge(context.db, input)) ? challenge : undefined
}

function hashOf(holder: Holder): Buffer {
  const name = 'token' in holder ? holder.token : `session ${holder.sessionId}`
  return hash('sha256', `${holder.use} ${name}`, 'buffer')
}

async function insertChallenge(
  db: Queryable,
  row: { challenge: string; holderHash: Buffer; expiresAt: Date; now: Date },
): Promise<void> {
  const { now, ...values } = row
  await db.deleteFrom('passkeyChallenge').where('expiresAt', '<=', now).execute()
  await db.insertInto('passkeyChallenge').values(values).execute()
}

/** Uses up a challenge; false if it is unknown, another holder's, expired or used. */
async function takeChallenge(
  db: Queryable,
  input: { challenge: string; holderHash: Buffer; now: Date },
): Promise<boolean> {
  const result = await db
    .deleteFrom('passkeyChallenge')
    .where('challenge', '=', input.challenge)
    .where('holderHash', '=', input.holderHash)
    .where('expiresAt', '>', input.now)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
