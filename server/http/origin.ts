import type { FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses unsafe requests that another site's page made (CSRF). A browser names the page's
 * origin in `Origin` or says `same-origin` in `Sec-Fetch-Site`; a request with neither is refused.
 */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  if (SAFE_METHODS.has(request.method)) return
  if (isOwn(request, publicUrl)) return
  throw new AppError('not_allowed', 'This request did not come from our own pages.')
}

function isOwn(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'same-origin'
  if (origin === publicUrl) return true
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host
}
