import { randomBytes } from 'node:crypto'
import { equalText } from './equal-text.ts'
import type { Keys } from './keys.ts'

const COOKIE = /^([\w-]{22})\.([\w-]{22})$/

/**
 * The cookie that binds a one-time code to the browser that asked for it: a random token, and a
 * signature that shows, without a database query, which address the code was for.
 */
export function codeCookie(keys: Keys, { token, email }: { token: string; email: string }): string {
  return `${token}.${macOf(keys, { token, email })}`
}

/** The browser's token if its last code was for this address. */
export function findCodeToken(
  keys: Keys,
  cookie: string | undefined,
  email: string,
): string | undefined {
  const [, token = '', mac = ''] = COOKIE.exec(cookie ?? '') ?? []
  return equalText(mac, macOf(keys, { token, email })) ? token : undefined
}

export function newCodeToken(): string {
  return randomBytes(16).toString('base64url')
}

function macOf(keys: Keys, { token, email }: { token: string; email: string }): string {
  return keys.hmac('code-browser', `${token} ${email}`).toString('base64url').slice(0, 22)
}
