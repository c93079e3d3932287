import type { FastifyInstance } from 'fastify'
import type { Config, LiveConfig } from '#server/config.ts'

/** External sources of the live room's audio and of its client's code (CSP source lists). */
interface LiveSources {
  connect: readonly string[]
  script: readonly string[]
}

/** Daily's client loads more code from its own domains, which replace each other. */
const DAILY_DOMAINS = ['daily.co', 'dailywebrtc.com', 'dailywebrtc.net']

/** Scripts come only from our files or the live room's: nothing inline or built from text. */
function contentSecurityPolicy(live: LiveConfig): string {
  const { connect, script } = liveSources(live)
  return [
    "default-src 'self'",
    ["script-src 'self'", ...script].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';')
}

function liveSources(live: LiveConfig): LiveSources {
  switch (live.provider) {
    case 'embedded':
      return { connect: [], script: [] }
    case 'livekit': {
      // Its client asks over http why a socket can't be opened; its cloud has a host per region.
      const { host, hostname, protocol } = new URL(live.url)
      const secure = protocol === 'wss:' ? 's' : ''
      const own = [`ws${secure}://${host}`, `http${secure}://${host}`]
      const cloud = ['wss://*.livekit.cloud', 'https://*.livekit.cloud']
      return { connect: hostname.endsWith('.livekit.cloud') ? cloud : own, script: [] }
    }
    case 'daily':
      return {
        connect: DAILY_DOMAINS.flatMap((domain) => [`https://*.${domain}`, `wss://*.${domain}`]),
        script: DAILY_DOMAINS.map((domain) => `https://c.${domain}`),
      }
  }
}

/** The headers that OWASP's Secure Headers Project recommends, the same on every answer. */
const HEADERS = new Map([
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
export function addSecurityHeaders(
  app: FastifyInstance,
  {
    isSecure,
    hstsSubdomains,
    live,
  }: Pick<Config, 'hstsSubdomains' | 'live'> & { isSecure: boolean },
): void {
  const headers = new Map(HEADERS)
  headers.set('Content-Security-Policy', contentSecurityPolicy(live))
  // Only with https: otherwise the rule could lock people out.
  const subdomains = hstsSubdomains ? '; includeSubDomains' : ''
  if (isSecure) headers.set('Strict-Transport-Security', `max-age=31536000${subdomains}`)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.raw.setHeaders(headers)
    done()
  })
}
