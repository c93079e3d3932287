import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError, type CallInput, urlOf } from '#web/lib/api.ts'

/** A call of the API that waits on this device. */
export interface KeptCall {
  /** Grows: the line is in this order. */
  id: number
  memberId: string
  /** What a later call with the same key takes the place of. */
  key: string
  method: Endpoint['method']
  /** With parameters and query filled in. */
  url: `/api/${string}`
  /** JSON, or undefined for a call without a body. */
  body: unknown
  /** Milliseconds. The body says itself which day it is for. */
  madeAt: number
  /** How often the server failed on it. */
  failures: number
}

/** A call that the server will not take. Kept for its member to see, copy and discard. */
export interface RefusedCall extends KeptCall {
  /** Why, in the server's words. */
  sentence: string
}

export type NewCall = Omit<KeptCall, 'id'>

/** Answers that say nothing about the call itself: the way to the server is closed for now. */
const PASSING_STATUSES = new Set([429, 502, 503, 504])

/** Whether a failed call can be made later as it is. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'offline' || PASSING_STATUSES.has(error.status)
}

/** What of a call is kept, or undefined for one that carries a file. */
export function callToKeep<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
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

/** The part of the API that a call belongs to: 'stories', 'moods', 'daily'. Order matters within. */
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
