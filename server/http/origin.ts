import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/domain/app-error.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses unsafe requests that another site's page made (CSRF). Browsers send the page's origin in
 * `Origin`, or `same-origin` in `Sec-Fetch-Site`; a request with neither is refused.
 */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  if (SAFE_METHODS.has(request.method)) return
  // If a proxy is trusted, the protocol is the one it reports.
  if (isOwnOrigin(request.headers, publicUrl, request.protocol)) return
  throw new AppError('not_allowed', 'This request did not come from our own pages.')
}

/**
 * Whether a request was made by a page of this site, or of the host that the request was sent to.
 * `http` and `https` of one host are two origins: anyone on the network can forge a page of the
 * first. Behind an untrusted proxy the scheme is unknown, and the browser's `same-origin` decides.
 *
 * @param scheme the browser's, as far as this server knows; without a proxy it is plain http
 */
export function isOwnOrigin(
  headers: IncomingHttpHeaders,
  publicUrl: string,
  scheme = 'http',
): boolean {
  const { origin, host } = headers
  const isSameOrigin = headers['sec-fetch-site'] === 'same-origin'
  if (origin === undefined) return isSameOrigin
  if (origin === publicUrl) return true
  if (host === undefined || !URL.canParse(origin)) return false
  const page = new URL(origin)
  return page.host === host && (isSameOrigin || page.protocol === `${scheme}:`)
}
