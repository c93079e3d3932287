import { type ErrorResponse, Resend } from 'resend'
import { HOUR_MS } from '#contract/durations.ts'
import {
  HEALTH_LIMIT_MS,
  type ProviderHealth,
  refusedWith,
  StatusError,
  tryProvider,
} from '../provider-health.ts'
import {
  type EmailSender,
  MailTakenError,
  MailUnavailable,
  PermanentMailError,
  SEND_LIMIT_MS,
  validateMessage,
  withoutAddresses,
} from './port.ts'

export interface ResendOptions {
  apiKey: string
  /** Base URL of the API without a trailing slash; Resend's own by default. */
  baseUrl?: string | undefined
  limitMs?: number
}

/** Resend keeps idempotency keys for 24 hours; one hour less is on the safe side. */
const KEY_LIFE_MS = 23 * HOUR_MS

/** Sends through Resend. */
export function createResendSender(options: ResendOptions): EmailSender {
  const { limitMs = SEND_LIMIT_MS } = options
  const client = connect(options)
  return {
    keyLifeMs: KEY_LIFE_MS,
    send: async (message, { beforeHandOver } = {}) => {
      validateMessage(message)
      await beforeHandOver?.()
      const { idempotencyKey, tags = {}, ...mail } = message
      const named = Object.entries(tags).map(([name, value]) => ({ name, value }))
      const signal = AbortSignal.timeout(limitMs)
      const { data, error, headers } = await client.emails.send(
        { ...mail, ...(named.length > 0 && { tags: named }) },
        { idempotencyKey, signal },
      )
      if (error) throw translate(error, headers?.['retry-after'])
      if (!data?.id) throw new MailUnavailable(new Error('Resend answered without an id.'))
      return { providerId: data.id }
    },
    close: async () => {},
  }
}

function connect({ apiKey, baseUrl }: ResendOptions): Resend {
  return new Resend(apiKey, baseUrl ? { baseUrl } : {})
}

/** Statuses for a key that is unknown, deleted or not allowed (resend.com/docs/api-reference/errors). */
const REFUSED_KEY = [400, 401, 403]

/** Lists a domain, which shows whether the key is valid. */
export async function checkResend(options: ResendOptions): Promise<ProviderHealth> {
  const { limitMs = HEALTH_LIMIT_MS } = options
  const list = async (): Promise<void> => {
    const signal = AbortSignal.timeout(limitMs)
    const { error } = await connect(options).domains.list({ limit: 1 }, { signal })
    // A key that may only send emails is valid, and all that we need.
    if (error && error.name !== 'restricted_api_key')
      throw new StatusError(error.statusCode ?? undefined)
  }
  return tryProvider(list, { limitMs, refusalOf: refusedWith(REFUSED_KEY) })
}

/** Bad input is final. Rate limits, outages and a refused key can be resolved, so the email is retried. */
const PERMANENT_STATUS = new Set([400, 413, 422])

function translate(
  { statusCode, name, message }: ErrorResponse,
  retryAfter: string | undefined,
): Error {
  const reason = `Resend ${statusCode} ${name}: ${withoutAddresses(message ?? '')}`
  if (name === 'invalid_idempotent_request') return new MailTakenError(reason)
  if (PERMANENT_STATUS.has(statusCode ?? 0)) return new PermanentMailError(reason)
  const concerns = name === 'concurrent_idempotent_requests' ? 'recipient' : 'provider'
  const seconds = Number(retryAfter)
  const retryAfterMs = seconds > 0 ? seconds * 1000 : undefined
  return new MailUnavailable(new Error(reason), { concerns, retryAfterMs })
}
