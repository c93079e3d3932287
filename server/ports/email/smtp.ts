import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { createTransport, type NodemailerError } from 'nodemailer'
import { HEALTH_LIMIT_MS, type ProviderHealth, tryProvider } from '../provider-health.ts'
import {
  ANSWER_LIMIT_MS,
  type EmailSender,
  type MailMessage,
  MailUnavailable,
  PermanentMailError,
  SEND_LIMIT_MS,
  type SendOptions,
  type SentMail,
  UnansweredMailError,
  validateMessage,
  withoutAddresses,
} from './port.ts'

export interface SmtpOptions {
  /**
   * `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. With `smtp://`, TLS
   * is used if the server offers it, and required with `?requireTLS=true`.
   */
  url: string
  limitMs?: number
  /**
   * With `beforeHandOver`, how long the server may take until it has all but the end of a message,
   * and then to answer it, in milliseconds.
   */
  answerLimitMs?: number
}

/** Connections are opened as needed; a mailing leaves some free for emails that people are waiting for. */
const MAX_CONNECTIONS = 24

/** Sends through any SMTP server, over connections that stay open for a while. */
export function createSmtpSender(options: SmtpOptions): EmailSender {
  const { url, limitMs = SEND_LIMIT_MS, answerLimitMs = ANSWER_LIMIT_MS } = options
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: limitMs,
    greetingTimeout: Math.max(limitMs, answerLimitMs),
    socketTimeout: Math.max(limitMs, answerLimitMs),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  /** Keyed by Message-ID. */
  const lastSteps = new Map<string, () => Promise<void>>()
  // Runs the last step of each message before the message's end is written.
  transport.use('stream', (mail, done) => {
    const lastStep = lastSteps.get(mail.message?.messageId() ?? '')
    if (lastStep) mail.message?.transform(() => delayedEnd(lastStep))
    done()
  })

  const handOver = async (message: MailMessage, step: () => Promise<void>): Promise<SentMail> => {
    const id = messageId(message)
    const limit = limitedSignal(answerLimitMs)
    let isHanded = false
    lastSteps.set(id, async () => {
      await step()
      isHanded = true
      limit.extend(answerLimitMs)
    })
    try {
      return await deliver(transport, message, limit.signal)
    } catch (error) {
      if (isHanded && limit.signal.aborted) {
        throw new UnansweredMailError(
          'SMTP: the server received the whole email but didn’t answer.',
        )
      }
      throw error
    } finally {
      limit.end()
      lastSteps.delete(id)
    }
  }
  return {
    keyLifeMs: 0,
    send: async (message, { beforeHandOver }: SendOptions = {}) => {
      validateMessage(message)
      return beforeHandOver
        ? handOver(message, beforeHandOver)
        : deliver(transport, message, AbortSignal.timeout(limitMs))
    },
    close: async () => transport.close(),
  }
}

async function deliver(
  transport: ReturnType<typeof createTransport>,
  message: MailMessage,
  signal: AbortSignal,
): Promise<SentMail> {
  const { to, from, subject, text, html, headers } = message
  const mail = { to, from, subject, text, html, headers, messageId: messageId(message) }
  try {
    const sent = await transport.sendMail({ ...mail, signal })
    return { providerId: sent.messageId }
  } catch (error) {
    throw translate(error)
  }
}

/** Connects, says EHLO and logs in, as before an email, and sends nothing. */
export async function checkSmtp({
  url,
  limitMs = HEALTH_LIMIT_MS,
}: Pick<SmtpOptions, 'url' | 'limitMs'>): Promise<ProviderHealth> {
  const transport = createTransport({
    url,
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    return await tryProvider(() => transport.verify(), {
      limitMs,
      refusalOf: (error) => {
        const { code, responseCode } = error as NodemailerError // the library rejects with nothing else
        return code === 'EAUTH' || code === 'ENOAUTH' ? String(responseCode ?? code) : undefined
      },
    })
  } finally {
    transport.close()
  }
}

/** Passes a message through, but its end only after `step`: a message without its end is not delivered. */
function delayedEnd(step: () => Promise<void>): Transform {
  return new Transform({
    transform: (chunk, _encoding, done) => done(null, chunk),
    flush: (done) => {
      step().then(() => done(), done)
    },
  })
}

/** A signal that aborts after `ms`, unless `extend` sets a new time. */
function limitedSignal(ms: number): {
  signal: AbortSignal
  extend: (ms: number) => void
  end: () => void
} {
  const controller = new AbortController()
  const start = (time: number): NodeJS.Timeout => setTimeout(() => controller.abort(), time)
  let timer = start(ms)
  return {
    signal: controller.signal,
    extend: (time) => {
      clearTimeout(timer)
      timer = start(time)
    },
    end: () => clearTimeout(timer),
  }
}

/** SMTP has no idempotency keys: every attempt has the same Message-ID, so that mailboxes can detect copies. */
function messageId({ from, idempotencyKey }: MailMessage): string {
  const name = createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32)
  const domain = from.replace(/>$/, '').split('@').at(-1)
  return `<${name}@${domain}>`
}

/** The server is closing the connection: the error is about the server, not the recipient. */
const SERVER_CLOSES = 421

/**
 * Only an error about this recipient or this content is final. A 5xx for our login or our sender
 * address can be fixed by the operator.
 */
function translate(error: unknown): Error {
  const { message = '', command = '', responseCode = 0 } = error as NodemailerError // the library rejects with nothing else
  const reason = `SMTP ${command}: ${withoutAddresses(message)}`
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA'
  if (isAboutMessage && responseCode >= 500) return new PermanentMailError(reason)
  const isAboutRecipient = isAboutMessage && responseCode >= 400 && responseCode !== SERVER_CLOSES
  const concerns = isAboutRecipient ? 'recipient' : 'provider'
  return new MailUnavailable(new Error(reason), { concerns, isRefusal: responseCode >= 400 })
}
