import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import Stripe from 'stripe'
import { AppError } from '#server/domain/app-error.ts'
import { within } from '#server/domain/within.ts'
import {
  HEALTH_LIMIT_MS,
  type ProviderHealth,
  refusedWith,
  StatusError,
  tryProvider,
} from '../provider-health.ts'
import { paymentsUnavailable } from './port.ts'

export interface StripeConnection {
  stripe: Stripe
  /** Runs the calls of one port method within the time limit, and translates errors into ours. */
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
    // Half the limit, so that there is time for a retry.
    timeout: Math.ceil(limitMs / 2),
    maxNetworkRetries: 1,
    telemetry: false,
  })
  return {
    stripe,
    ask: async (work) => {
      try {
        // Stripe's timeout only limits silence, so a response that trickles in would outlast it.
        return await within(limitMs, work())
      } catch (error) {
        throw translate(error)
      }
    },
    close: () => agent.destroy(),
  }
}

/** Lists a product, which any key for selling may do. */
export async function checkStripe(options: {
  secretKey: string
  apiBase?: string | undefined
  limitMs?: number
}): Promise<ProviderHealth> {
  const { secretKey, apiBase, limitMs = HEALTH_LIMIT_MS } = options
  const { stripe, close } = connectStripe({ secretKey, apiBase, limitMs })
  const list = async (): Promise<void> => {
    try {
      const { object } = await stripe.products.list({ limit: 1 })
      if (object !== 'list') throw new Error('Stripe did not answer with a list.')
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error
      if (error.statusCode) throw new StatusError(error.statusCode)
      throw error.detail instanceof Error ? error.detail : error
    }
  }
  try {
    return await tryProvider(list, { limitMs, refusalOf: refusedWith([401, 403]) })
  } finally {
    close()
  }
}

/** The rights of a key at Stripe, and where Stripe reports to. */
export interface StripeAccess {
  /** The resources that the key may not read, in Stripe's words. */
  denied: string[]
  /** Undefined if the key may not list them. */
  webhooks: { url: string; isEnabled: boolean; events: string[] }[] | undefined
}

/** Lists one of everything that selling reads. Throws an AppError if Stripe doesn't answer. */
export async function readStripeAccess(options: {
  secretKey: string
  apiBase?: string | undefined
  limitMs?: number
}): Promise<StripeAccess> {
  const { secretKey, apiBase, limitMs = HEALTH_LIMIT_MS } = options
  const { stripe, ask, close } = connectStripe({ secretKey, apiBase, limitMs })
  const mayRead = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read()
    } catch (error) {
      if (error instanceof Stripe.errors.StripePermissionError) return undefined
      throw error
    }
  }
  const one = { limit: 1 }
  const reads = {
    Prices: () => stripe.prices.list(one),
    'Checkout Sessions': () => stripe.checkout.sessions.list(one),
    Subscriptions: () => stripe.subscriptions.list(one),
    Invoices: () => stripe.invoices.list(one),
    Charges: () => stripe.charges.list(one),
    Disputes: () => stripe.disputes.list(one),
  }
  try {
    return await ask(async () => {
      const denied: string[] = []
      for (const [name, read] of Object.entries(reads)) {
        if (!(await mayRead<unknown>(read))) denied.push(name)
      }
      const list = await mayRead(() => stripe.webhookEndpoints.list({ limit: 100 }))
      const webhooks = list?.data.map(({ url, status, enabled_events: events }) => ({
        url,
        isEnabled: status === 'enabled',
        events,
      }))
      return { denied, webhooks }
    })
  } finally {
    close()
  }
}

/** Stripe's messages contain people's addresses and ids, so only its codes become a cause. */
function translate(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof Stripe.errors.StripeError)) return paymentsUnavailable(error)
  if (isMissing(error) || isLostCustomer(error)) {
    return new AppError('not_found', 'The payment service doesn’t know this.')
  }
  const { type, code, statusCode, requestId, detail } = error
  const reason = detail instanceof Error && 'code' in detail ? detail.code : undefined
  const parts = [type, code, statusCode, reason, requestId].filter(Boolean)
  return paymentsUnavailable(new Error(`Stripe: ${parts.join(' ')}`))
}

/** The requested object does not exist. A call that only refers to a missing object gets status 400. */
function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.statusCode === 404
}

/** The customer in the call was deleted at Stripe, or belongs to the keys of the other mode (test or live). */
function isLostCustomer(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    error.code === 'resource_missing' &&
    error.param === 'customer'
  )
}

/** Undefined if the requested object does not exist. */
export async function orMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Stripe understood the call and refused it, for example closing a closed checkout. */
export function isRefusal(
  error: unknown,
): error is InstanceType<typeof Stripe.errors.StripeInvalidRequestError> {
  return error instanceof Stripe.errors.StripeInvalidRequestError
}

/** Stripe's code for why it refused a call; undefined for any other error. */
export function refusalCode(error: unknown): string | undefined {
  return isRefusal(error) ? (error.code ?? error.type) : undefined
}

/** Checks that the response is the requested object: a proxy between us and Stripe may send anything. */
export function expectObject<T extends { object: string; id: string }>(
  answer: T,
  object: T['object'],
): T {
  if (answer.object !== object || typeof answer.id !== 'string') {
    throw new Error(`Stripe did not answer with a ${object}.`)
  }
  return answer
}

/** The id of an object that may be expanded in a response. */
export function refOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null)
}

/** Converts Stripe's timestamps, which are in seconds. */
export function instantOf(seconds: number): Date {
  return new Date(seconds * 1_000)
}
