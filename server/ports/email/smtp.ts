import { createHash } from 'node:crypto'
import { createTransport, type NodemailerError } from 'nodemailer'
import {
  type EmailSender,
  type MailMessage,
  mailUnavailable,
  PermanentMailError,
  proveMessage,
  SEND_LIMIT_MS,
  withoutAddresses,
} from './port.ts'

export interface SmtpOptions {
  /**
   * `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. With `smtp://` TLS
   * is used when the server offers it, and demanded with `?requireTLS=true`.
   */
  url: string
  limitMs?: number
}

/** Sends through any SMTP server, over a few connections that stay open. */
export function createSmtpSender({ url, limitMs = SEND_LIMIT_MS }: SmtpOptions): EmailSender {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (message) => {
      proveMessage(message)
      const { to, from, subject, text, html, headers } = message
      const mail = { to, from, subject, text, html, headers, messageId: messageId(message) }
      try {
        const sent = await transport.sendMail({ ...mail, signal: AbortSignal.timeout(limitMs) })
        return { providerId: sent.messageId }
      } catch (error) {
        throw translate(error)
      }
    },
    close: async () => transport.close(),
  }
}

/** SMTP has no idempotency key: every try carries the same Message-ID, by which mailboxes tell copies. */
function messageId({ from, idempotencyKey }: MailMessage): string {
  const name = createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32)
  const domain = from.replace(/>$/, '').split('@').at(-1)
  return `<${name}@${domain}>`
}

/**
 * Only what speaks of this recipient or this text is final. A 5xx for our login or our sender is
 * the operator's to mend.
 */
function translate(error: unknown): Error {
  const { message = '', command = '', responseCode = 0 } = error as NodemailerError // all that the library rejects with
  const reason = `SMTP ${command}: ${withoutAddresses(message)}`
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA'
  return isAboutMessage && responseCode >= 500
    ? new PermanentMailError(reason)
    : mailUnavailable(new Error(reason))
}
