import type { Keys } from '#server/domain/keys.ts'
import { unwrapSecret, wrapSecret } from '#server/domain/sealed-text.ts'
import type { Mail } from './templates/layout.ts'

/** Says that a queued mail is sealed; those of an earlier version are not. */
const SEALED = 'sealed:'
const NAME = 'queued-mail'

type Body = Pick<Mail, 'text' | 'html'>

/**
 * What a queued email says, as the database keeps it until it is sent: sealed, since it may hold a
 * code or a link that signs in, and a copy of the database must not.
 */
export function sealBody(keys: Keys, { text, html }: Body): Body {
  const secret = Buffer.from(JSON.stringify({ text, html }))
  const sealed = wrapSecret(keys.derive(NAME), { name: NAME, secret })
  return { text: SEALED + sealed.toString('base64'), html: '' }
}

/** Undefined for what was sealed under another master key. */
export function openBody(keys: Keys, body: Body): Body | undefined {
  if (!body.text.startsWith(SEALED)) return body
  const wrapped = Buffer.from(body.text.slice(SEALED.length), 'base64')
  const secret = unwrapSecret(keys.derive(NAME), { name: NAME, wrapped })
  // As `sealBody` wrote it.
  return secret && (JSON.parse(secret.toString()) as Body)
}
