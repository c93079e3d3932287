import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import Stripe from 'stripe'
import { AppError } from '#server/domain/app-error.ts'
import { within } from '#server/domain/within.ts'
import { paymentsUnavailable } from './port.ts'

export interface StripeConnection {
  stripe: Stripe
  /** Does the calls of one port method within the limit, and speaks of failures in our words. */
  ask<T>(work: () => Promise<T>): Promise<T>
  close(): void
}

export function connectStripe(input: {
  secretKey: string
  /** Origin of the API; undefined for Stripe's own. */
  apiBase: string | undefined
  limitMs: number
}): StripeConnection {
  const { secretKey, apiBase = 'https://api.stripe.com', limitMs } = input
  const { protocol, hostname, port } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  const agent = isPlain ? new HttpAgent({ keepAlive: true }) : new HttpsAgent({ keepAlive: true })
  const stripe = new Stripe(secretKey, {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
    httpClient: Stripe.createNodeHttpClient(agent),
    // Half the limit, so that a second try still has its time.
    timeout: Math.ceil(limitMs / 2),
    maxNetworkRetries: 1,
    telemetry: false,
  })
  return {
    stripe,
    ask: async (work) => {
      try {
        // Stripe's own timeout counts silence only, so an answer that drips would outlast it.
        return await within(limitMs, work())
      } catch (error) {
        throw translate(error)
      }
    },
    close: () => agent.destroy(),
  }
}

/** Stripe's sentences repeat addresses and ids of people, so only its codes become a cause. */
function translate(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof Stripe.errors.StripeError)) return paymentsUnavailable(error)
  if (isMissing(error) || isLostCustomer(error)) {
    return new AppError('not_found', 'The payment provider doesn’t know this.')
  }
  const { type, code, statusCode, requestId, detail } = error
  const reason = detail instanceof Error && 'code' in detail ? detail.code : undefined
  const parts = [type, code, statusCode, reason, requestId].filter(Boolean)
  return paymentsUnavailable(new Error(`Stripe: ${parts.join(' ')}`))
}

/** What was asked for does not exist. A call that only refers to something missing answers 400. */
function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.statusCode === 404
}

/** The customer that a call refers to was deleted at Stripe, or is of the other mode's keys. */
function isLostCustomer(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    error.code === 'resource_missing' &&
    error.param === 'customer'
  )
}

/** Undefined for what does not exist. */
export async function orMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** A call that Stripe understood and refused, such as closing what is closed already. */
export function isRefusal(
  error: unknown,
): error is InstanceType<typeof Stripe.errors.StripeInvalidRequestError> {
  return error instanceof Stripe.errors.StripeInvalidRequestError
}

/** Why Stripe refused a call, in its words; undefined for any other failure. */
export function refusalCode(error: unknown): string | undefined {
  return isRefusal(error) ? (error.code ?? error.type) : undefined
}

/** The answer, once it is what was asked for: something between us and Stripe may answer anything. */
export function proven<T extends { object: string; id: string }>(
  answer: T,
  object: T['object'],
): T {
  if (answer.object !== object || typeof answer.id !== 'string') {
    throw new Error(`Stripe did not answer with a ${object}.`)
  }
  return answer
}

/** The id of what may stand expanded in an answer. */
export function refOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null)
}

/** Stripe counts in seconds. */
export function instantOf(seconds: number): Date {
  return new Date(seconds * 1_000)
}
