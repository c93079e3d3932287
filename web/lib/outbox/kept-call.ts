import type { Endpoint } from '#contract/endpoint.ts'
import { type AnyCall, ApiError, type CallInput, type EndpointOf, urlOf } from '#web/lib/api.ts'

/** An API call that waits on this device. */
export interface KeptCall {
  /** Ascending; calls are sent in this order. */
  id: number
  memberId: string
  /** A later call with the same key replaces this one. */
  key: string
  method: Endpoint['method']
  /** With parameters and query filled in. */
  url: `/api/${string}`
  /** JSON, or undefined for a call without a body. */
  body: unknown
  /** Milliseconds. Only for expiry; the day that the call is for is part of the call. */
  madeAt: number
  /** How often the server failed with an error (5xx) on this call. */
  failures: number
}

/** A call that the server refused. Kept so that its member can see, copy and discard it. */
export interface RefusedCall extends KeptCall {
  /** The reason, from the server. */
  sentence: string
}

export type NewCall = Omit<KeptCall, 'id'>

/** Statuses that are not about the call itself: the server is temporarily unavailable. */
const PASSING_STATUSES = new Set([429, 502, 503, 504])

/** Whether a failed call can be retried later unchanged. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'offline' || PASSING_STATUSES.has(error.status)
}

/** The call in the form in which it is kept, or undefined if it has a file. */
export function callToKeep<Call extends AnyCall>(
  endpoint: Call,
  input: CallInput<EndpointOf<Call>>,
  options: { memberId: string; key: string },
): NewCall | undefined {
  const body = input.form ? fieldsOf(input.form) : jsonOf(input.body)
  if (input.form && body === undefined) return undefined
  return {
    ...options,
    method: endpoint.method,
    // Filling in parameters leaves the beginning of a path as it is.
    url: urlOf(endpoint, input) as KeptCall['url'],
    body,
    madeAt: Date.now(),
    failures: 0,
  }
}

/** The part of the API that a call belongs to: 'stories', 'moods', 'daily'. Each keeps its order. */
export function areaOf(url: string): string {
  return /^\/api\/([a-z]+)/.exec(url)?.[1] ?? ''
}

function jsonOf(body: unknown): unknown {
  return body === undefined ? undefined : JSON.parse(JSON.stringify(body))
}

function fieldsOf(form: FormData): Record<string, string> | undefined {
  const fields: Record<string, string> = {}
  for (const [name, value] of form) {
    if (typeof value !== 'string') return undefined
    fields[name] = value
  }
  return fields
}
