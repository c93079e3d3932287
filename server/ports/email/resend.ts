import { type ErrorResponse, Resend } from 'resend'
import {
  type EmailSender,
  mailUnavailable,
  PermanentMailError,
  proveMessage,
  SEND_LIMIT_MS,
  withoutAddresses,
} from './port.ts'

export interface ResendOptions {
  apiKey: string
  /** Address of the API, without a slash at its end. Without it: Resend's own. */
  baseUrl?: string
  limitMs?: number
}

/** Sends through Resend. Its own idempotency keys hold for 24 hours. */
export function createResendSender(options: ResendOptions): EmailSender {
  const { apiKey, baseUrl, limitMs = SEND_LIMIT_MS } = options
  const client = new Resend(apiKey, { baseUrl })
  return {
    send: async (message) => {
      proveMessage(message)
      const { idempotencyKey, ...mail } = message
      const signal = AbortSignal.timeout(limitMs)
      const { data, error } = await client.emails.send(mail, { idempotencyKey, signal })
      if (error) throw translate(error)
      if (!data?.id) throw mailUnavailable(new Error('Resend answered without an id.'))
      return { providerId: data.id }
    },
    close: async () => {},
  }
}

/** Bad input is final. Limits, outages and a refused key pass or are mended, so the mail waits. */
const PERMANENT_STATUS = new Set([400, 413, 422])

function translate({ statusCode, name, message }: ErrorResponse): Error {
  const reason = `Resend ${statusCode} ${name}: ${withoutAddresses(message ?? '')}`
  const isPermanent = PERMANENT_STATUS.has(statusCode ?? 0) || name === 'invalid_idempotent_request'
  return isPermanent ? new PermanentMailError(reason) : mailUnavailable(new Error(reason))
}
