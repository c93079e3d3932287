import { AppError } from '#server/domain/app-error.ts'

export interface MailMessage {
  /** One plain address, `someone@example.org`. A message goes to one person, never to a list. */
  to: string
  /** `someone@example.org` or `Name <someone@example.org>`. */
  from: string
  subject: string
  text: string
  html: string
  /** Additional headers, for example `List-Unsubscribe`. */
  headers?: Record<string, string>
  /** Returned with the provider's events. Names and values of ASCII letters, digits, _ and -. */
  tags?: Record<string, string>
  /** The same for every attempt to send a message, so that no provider delivers it twice. At most 256 characters. */
  idempotencyKey: string
}

export interface SentMail {
  /** The provider's id of the message, which its later events contain. */
  providerId?: string
}

export interface SendOptions {
  /**
   * Called once, right before the step after which the provider may have the message. If it
   * rejects, the message is not sent and `send` rejects. With it, a provider without idempotency
   * keys has longer to answer.
   */
  beforeHandOver?: () => Promise<void>
}

/** Hands emails over to an email provider. */
export interface EmailSender {
  /**
   * How long after the first `send`, in milliseconds, another one with the same key is harmless: 0
   * for a provider without idempotency keys.
   */
  readonly keyLifeMs: number
  /**
   * Resolves once the provider has accepted the message. Throws `provider_unavailable` when a retry
   * can help: the provider is unreachable, slower than the limit, busy or refuses our credentials.
   * Throws `PermanentMailError` when every retry would fail too, and `UnansweredMailError` when a
   * provider without idempotency keys got the whole message and did not answer.
   */
  send(message: MailMessage, options?: SendOptions): Promise<SentMail>
  /** Closes connections. The sender must not be used afterwards. */
  close(): Promise<void>
}

/** The message can never be delivered. The error's text tells admins why and contains no addresses. */
export class PermanentMailError extends Error {
  override readonly name = 'PermanentMailError'
}

/** The provider has accepted another message with this key, so this one is no longer needed. */
export class MailTakenError extends PermanentMailError {}

/** The provider may or may not have the message: a retry could deliver it twice. */
export class UnansweredMailError extends Error {
  override readonly name = 'UnansweredMailError'
}

/** A retry can help; `concerns` says whether only this recipient has to wait or every message. */
export class MailUnavailable extends AppError {
  readonly concerns: 'recipient' | 'provider'
  /** Whether the provider refused the message, so it doesn't have it. */
  readonly isRefusal: boolean
  /** How long the provider asks us to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(
    cause: unknown,
    details: {
      concerns?: 'recipient' | 'provider'
      isRefusal?: boolean
      retryAfterMs?: number | undefined
    } = {},
  ) {
    const sentence = 'Email can’t be sent right now. We’ve kept it and will try again.'
    super('provider_unavailable', sentence, { cause })
    this.concerns = details.concerns ?? 'provider'
    this.isRefusal = details.isRefusal ?? false
    this.retryAfterMs = details.retryAfterMs
  }
}

/** Default time limit for one `send`, in milliseconds. */
export const SEND_LIMIT_MS = 15_000

/**
 * How long an SMTP server may take to answer in milliseconds, once until it has all but the end of
 * the message and once after that (RFC 5321, 4.5.3.2). Many delay their answers on purpose.
 */
export const ANSWER_LIMIT_MS = 120_000

/** Masks addresses, because providers repeat them in their answers, and error causes are logged. */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'`(]+@[^\s<>"'`)]+/g, '[address]')
}

const ADDRESS = /^[^\s<>",;:@]+@[^\s<>",;:@]+$/
const SENDER = /^.*<[^\s<>",;:@]+@[^\s<>",;:@]+>$/
const HEADER_NAME = /^[A-Za-z0-9-]+$/

/**
 * Refuses anything that could inject another header or recipient (RFC 5322, section 2.2): line
 * breaks and other control characters in a header, or a list in place of an address.
 */
export function validateMessage({
  to,
  from,
  subject,
  headers = {},
  idempotencyKey,
}: MailMessage): void {
  const lines = [to, from, subject, idempotencyKey, ...Object.values(headers)]
  if (lines.some(hasControlCharacter)) {
    throw new PermanentMailError(
      'A header of the email contains a line break or a control character.',
    )
  }
  if (!ADDRESS.test(to)) throw new PermanentMailError('The recipient is not one plain address.')
  if (!ADDRESS.test(from) && !SENDER.test(from)) {
    throw new PermanentMailError('The sender is not one address.')
  }
  if (!Object.keys(headers).every((name) => HEADER_NAME.test(name))) {
    throw new PermanentMailError('A header of the email has a name that is not allowed.')
  }
}

function hasControlCharacter(line: string): boolean {
  return /\p{Cc}/u.test(line)
}

/** An event's meaning for the address of the recipient. */
export type MailVerdict = 'delivered' | 'soft-bounce' | 'hard-bounce' | 'complaint'

/** An event that the provider reports about an email, verified to come from the provider. */
export interface MailEvent {
  /** Id of the provider's webhook message: the same each time it is delivered. */
  id: string
  /** The provider's name for the event, such as `email.bounced`. */
  type: string
  /** When it happened, if the provider says. */
  at: Date | undefined
  /** Plain addresses in lower case. */
  recipients: string[]
  /** The id that `send` returned for the email. */
  providerId: string | undefined
  subject: string | undefined
  /** The tags that the message was sent with. */
  tags: Record<string, string>
  /** Undefined for events that say nothing about the address: sent, delayed, opened, clicked. */
  verdict: MailVerdict | undefined
  /** Why it was not delivered, in the words of the server that refused it. */
  reason: string | undefined
  /** The whole event without bodies, headers, other people's addresses and data about readers' devices. */
  payload: JsonObject
}

export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject
export interface JsonObject {
  [name: string]: JsonValue
}

/** Verifies and reads a provider's events about emails. */
export interface MailEvents {
  /** Throws `invalid_input` if the provider did not sign the event, or signed it too long ago. */
  read(message: { headers: Record<string, unknown>; body: Buffer }): MailEvent
}
