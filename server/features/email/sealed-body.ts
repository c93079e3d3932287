import type { Keys } from '#server/domain/keys.ts'
import { unwrapSecret, wrapSecret } from '#server/domain/sealed-text.ts'
import type { Mail } from './templates/layout.ts'

/** Marks a queued email as sealed; emails queued by an older version are not. */
const SEALED = 'sealed:'
const NAME = 'queued-mail'

type Body = Pick<Mail, 'text' | 'html'>

interface OpenBody extends Body {
  /** One-click unsubscribe link for this kind of email. */
  unsubscribeUrl?: string | undefined
  /** ISO instant after which the email is not sent. */
  expiresAt?: string | undefined
}

/**
 * Seals the content of a queued email for the database until it is sent. It can contain a code or a
 * link that signs in, which must not be readable in a copy of the database.
 */
export function sealBody(keys: Keys, { text, html, unsubscribeUrl, expiresAt }: OpenBody): Body {
  const secret = Buffer.from(JSON.stringify({ text, html, unsubscribeUrl, expiresAt }))
  const sealed = wrapSecret(keys.derive(NAME), { name: NAME, secret })
  return { text: SEALED + sealed.toString('base64'), html: '' }
}

/** Undefined if the content was sealed under another master key. */
export function openBody(keys: Keys, body: Body): OpenBody | undefined {
  if (!body.text.startsWith(SEALED)) return body
  const wrapped = Buffer.from(body.text.slice(SEALED.length), 'base64')
  const secret = unwrapSecret(keys.derive(NAME), { name: NAME, wrapped })
  // `sealBody` wrote this JSON, so its type is known.
  return secret && (JSON.parse(secret.toString()) as OpenBody)
}
