import type { Keys } from '#server/domain/keys.ts'
import { unwrapSecret, wrapSecret } from '#server/domain/sealed-text.ts'
import type { Mail } from './templates/layout.ts'

/** Says that a queued mail is sealed; those of an earlier version are not. */
const SEALED = 'sealed:'
const NAME = 'queued-mail'

type Body = Pick<Mail, 'text' | 'html'>

interface OpenBody extends Body {
  /** Ends emails of this kind with one press. */
  unsubscribeUrl?: string | undefined
  /** An instant from which on it is of no use. */
  expiresAt?: string | undefined
}

/**
 * What a queued email says, as the database keeps it until it is sent: sealed, since it may hold a
 * code or a link that signs in, and a copy of the database must not.
 */
export function sealBody(keys: Keys, { text, html, unsubscribeUrl, expiresAt }: OpenBody): Body {
  const secret = Buffer.from(JSON.stringify({ text, html, unsubscribeUrl, expiresAt }))
  const sealed = wrapSecret(keys.derive(NAME), { name: NAME, secret })
  return { text: SEALED + sealed.toString('base64'), html: '' }
}

/** Undefined for what was sealed under another master key. */
export function openBody(keys: Keys, body: Body): OpenBody | undefined {
  if (!body.text.startsWith(SEALED)) return body
  const wrapped = Buffer.from(body.text.slice(SEALED.length), 'base64')
  const secret = unwrapSecret(keys.derive(NAME), { name: NAME, wrapped })
  // As `sealBody` wrote it.
  return secret && (JSON.parse(secret.toString()) as OpenBody)
}
