import { hash } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { challengeIn, newChallenge } from '#server/domain/factors/passkey.ts'
import { insertChallenge, takeChallenge } from './store.ts'

const MINUTES = 5

/** Who may answer a challenge, and what for: a session, or the token of a browser. */
export type Holder =
  | { use: 'add' | 'step-up'; sessionId: number }
  | { use: 'finish' | 'sign-in'; token: string }

/** A challenge that its holder may answer once, within minutes. */
export async function issueChallenge(context: Context, holder: Holder): Promise<string> {
  const challenge = newChallenge()
  const now = context.now()
  const expiresAt = new Date(now.getTime() + MINUTES * 60_000)
  await insertChallenge(context.db, { challenge, holderHash: hashOf(holder), expiresAt, now })
  return challenge
}

/** Uses up the challenge that a browser answers; undefined when the holder has no such one. */
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
