import { AppError } from '#server/http/app-error.ts'

export interface MailMessage {
  /** One plain address, `someone@example.org`. One message goes to one person, never to a list. */
  to: string
  /** `someone@example.org` or `Name <someone@example.org>`. */
  from: string
  subject: string
  text: string
  html: string
  /** Further headers, for example `List-Unsubscribe`. */
  headers?: Record<string, string>
  /** The same for every try at one message, so that no provider delivers it twice. At most 256 characters. */
  idempotencyKey: string
}

export interface SentMail {
  /** The provider's own name for the message, which its later events carry. */
  providerId?: string
}

/** Hands mails to whoever delivers them. */
export interface EmailSender {
  /**
   * Resolves once the provider has taken the message. Throws `provider_unavailable` for what is
   * worth another try: unreachable, slower than the limit, busy, refusing our credentials. Throws
   * `PermanentMailError` for what every further try would meet again.
   */
  send(message: MailMessage): Promise<SentMail>
  /** Lets go of connections. The sender is not used afterwards. */
  close(): Promise<void>
}

/** This message can never be delivered: tell the admin why, which its message says without addresses. */
export class PermanentMailError extends Error {
  override readonly name = 'PermanentMailError'
}

/** How long one `send` may take, in milliseconds, unless a sender is told otherwise. */
export const SEND_LIMIT_MS = 15_000

export function mailUnavailable(cause: unknown): AppError {
  const sentence = 'Mail cannot be sent right now. It is kept and tried again.'
  return new AppError('provider_unavailable', sentence, { cause })
}

/** Providers repeat addresses in their answers, and what becomes a cause ends in a log. */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'`(]+@[^\s<>"'`)]+/g, '[address]')
}

const ADDRESS = /^[^\s<>",;:@]+@[^\s<>",;:@]+$/
const SENDER = /^.*<[^\s<>",;:@]+@[^\s<>",;:@]+>$/
const HEADER_NAME = /^[A-Za-z0-9-]+$/

/**
 * Refuses what could smuggle in another header or another recipient (RFC 5322, section 2.2): line
 * ends and other control characters in anything that becomes a header, or a list for an address.
 */
export function proveMessage({
  to,
  from,
  subject,
  headers = {},
  idempotencyKey,
}: MailMessage): void {
  const lines = [to, from, subject, idempotencyKey, ...Object.values(headers)]
  if (lines.some(hasControlCharacter)) {
    throw new PermanentMailError('A header of the mail holds a line end or a control character.')
  }
  if (!ADDRESS.test(to)) throw new PermanentMailError('The recipient is not one plain address.')
  if (!ADDRESS.test(from) && !SENDER.test(from)) {
    throw new PermanentMailError('The sender is not one address.')
  }
  if (!Object.keys(headers).every((name) => HEADER_NAME.test(name))) {
    throw new PermanentMailError('A header of the mail has a name that is not allowed.')
  }
}

function hasControlCharacter(line: string): boolean {
  return /\p{Cc}/u.test(line)
}
