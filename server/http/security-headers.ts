import type { FastifyInstance } from 'fastify'

/** Scripts come from our own files alone: nothing inline, nothing built from text. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';')

/** The headers that OWASP's Secure Headers Project proposes, the same on every answer. */
const HEADERS = new Map([
  ['Content-Security-Policy', CONTENT_SECURITY_POLICY],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Origin-Agent-Cluster', '?1'],
  ['Permissions-Policy', 'microphone=(self), camera=(), geolocation=(), payment=()'],
  ['Referrer-Policy', 'same-origin'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['X-Permitted-Cross-Domain-Policies', 'none'],
])

/** Sets the security headers on every answer, errors included. */
export function addSecurityHeaders(app: FastifyInstance, isSecure: boolean): void {
  const headers = new Map(HEADERS)
  // Without https a browser would remember a rule that locks people out.
  if (isSecure) headers.set('Strict-Transport-Security', 'max-age=31536000')
  app.addHook('onRequest', (_request, reply, done) => {
    reply.raw.setHeaders(headers)
    done()
  })
}
