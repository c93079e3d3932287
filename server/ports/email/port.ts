import { AppError } from '#server/domain/app-error.ts'

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
  /** Returned with the provider's events. Names and values of ASCII letters, digits, _ and -. */
  tags?: Record<string, string>
  /** The same for every try at one message, so that no provider delivers it twice. At most 256 characters. */
  idempotencyKey: string
}

export interface SentMail {
  /** The provider's own name for the message, which its later events carry. */
  providerId?: string
}

export interface SendOptions {
  /**
   * Called once, when all that is left is the step after which the provider may have the message.
   * If it rejects, the message does not go out and `send` rejects. From then on the provider has
   * longer to answer.
   */
  beforeHandOver?: () => Promise<void>
}

/** Hands mails to whoever delivers them. */
export interface EmailSender {
  /**
   * How long, in milliseconds, a second `send` with the same key is harmless, counted from the
   * first: 0 where a provider knows no keys.
   */
  readonly keyLifeMs: number
  /**
   * Resolves once the provider has taken the message. Throws `provider_unavailable` for what is
   * worth another try: unreachable, slower than the limit, busy, refusing our credentials. Throws
   * `PermanentMailError` for what every further try would meet again, and `UnansweredMailError` when
   * a provider without keys was given the whole message and said nothing.
   */
  send(message: MailMessage, options?: SendOptions): Promise<SentMail>
  /** Lets go of connections. The sender is not used afterwards. */
  close(): Promise<void>
}

/** This message can never be delivered: tell the admin why, which its message says without addresses. */
export class PermanentMailError extends Error {
  override readonly name = 'PermanentMailError'
}

/** The provider has taken another message under this key, so that this one is not needed any more. */
export class MailTakenError extends PermanentMailError {}

/** The provider may have the message or not: a second try could bring it twice. */
export class UnansweredMailError extends Error {
  override readonly name = 'UnansweredMailError'
}

/** Worth another try, which may be later for this recipient alone or for every message. */
export class MailUnavailable extends AppError {
  readonly concerns: 'recipient' | 'provider'
  /** How long the provider asks to be left alone, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(
    cause: unknown,
    details: { concerns?: 'recipient' | 'provider'; retryAfterMs?: number | undefined } = {},
  ) {
    const sentence = 'Email can’t be sent right now. It’s kept and tried again.'
    super('provider_unavailable', sentence, { cause })
    this.concerns = details.concerns ?? 'provider'
    this.retryAfterMs = details.retryAfterMs
  }
}

/** How long one `send` may take, in milliseconds, unless a sender is told otherwise. */
export const SEND_LIMIT_MS = 15_000

/** How long a provider without keys may take to answer a whole message (RFC 5321, 4.5.3.2.6). */
export const ANSWER_LIMIT_MS = 120_000

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

/** What a mail's way means for its address. */
export type MailVerdict = 'delivered' | 'soft-bounce' | 'hard-bounce' | 'complaint'

/** Something that the provider tells of a mail, proven to come from it. */
export interface MailEvent {
  /** Of the message that told it: the same each time it is told. */
  id: string
  /** In the provider's words: `email.bounced`. */
  type: string
  /** When it happened, as far as the provider says. */
  at: Date | undefined
  /** Plain addresses in small letters. */
  recipients: string[]
  /** What `send` returned for the mail. */
  providerId: string | undefined
  subject: string | undefined
  /** What the message was sent with. */
  tags: Record<string, string>
  /** Undefined for what says nothing about the address: sent, delayed, opened, clicked. */
  verdict: MailVerdict | undefined
  /** Why it did not arrive, in the words of whoever refused it. */
  reason: string | undefined
  /** All that was told, without bodies, headers, and what tells of a reader's device. */
  payload: JsonObject
}

export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject
export interface JsonObject {
  [name: string]: JsonValue
}

/** Reads what a provider tells of mails. */
export interface MailEvents {
  /** Throws `invalid_input` for what the provider has not signed, or signed too long ago. */
  read(message: { headers: Record<string, unknown>; body: Buffer }): MailEvent
}
