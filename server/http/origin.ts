import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses unsafe requests that another site's page made (CSRF). A browser names the page's
 * origin in `Origin` or says `same-origin` in `Sec-Fetch-Site`; a request with neither is refused.
 */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  if (SAFE_METHODS.has(request.method)) return
  if (isOwnOrigin(request.headers, publicUrl)) return
  throw new AppError('not_allowed', 'This request did not come from our own pages.')
}

/** Whether a page of ours, or of the address that the browser shows, made a request. */
export function isOwnOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const { origin, host } = headers
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin'
  if (origin === publicUrl) return true
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host
}
