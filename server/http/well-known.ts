import type { FastifyInstance } from 'fastify'
import { DAY_MS } from '#contract/durations.ts'
import type { Context } from '#server/context.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { sendNotFound } from './errors.ts'
import { PublicResponse, sendResponse } from './response.ts'
import type { ResponseCache } from './response-cache.ts'

/** RFC 9116 asks for less than a year. */
const SECURITY_DAYS = 180

/**
 * Addresses that other programs look for: what a search engine may read (RFC 9309), where to report a
 * vulnerability (RFC 9116), and where to change a password (W3C, "A Well-Known URL for Changing
 * Passwords").
 */
export function wellKnownRoutes(
  app: FastifyInstance,
  { context, responses }: { context: Context; responses: ResponseCache },
): void {
  app.get('/.well-known/security.txt', async (request, reply) => {
    const make = async (): Promise<PublicResponse> => {
      const { helpEmail } = await readSettings(context.db)
      const { publicUrl } = context.config
      // A file without a contact would be invalid.
      const text = helpEmail ? securityText({ helpEmail, publicUrl, now: context.now() }) : ''
      return new PublicResponse(text, 'text/plain; charset=utf-8')
    }
    const answer = await responses.get({ key: 'web security.txt', topics: ['settings'] }, make)
    if (answer.body.length === 0) return sendNotFound(request, reply)
    reply.header('Cache-Control', 'public, max-age=3600')
    return sendResponse(answer, { request, reply })
  })
  // Nothing but the pages for visitors is worth finding, and calls answer programs of ours alone.
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .header('Cache-Control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send('User-agent: *\nDisallow: /api/\n'),
  )
  app.get('/.well-known/change-password', async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').redirect('/account/security#password', 302),
  )
}

function securityText(input: { helpEmail: string; publicUrl: string; now: Date }): string {
  const { helpEmail, publicUrl, now } = input
  const day = Math.floor(now.getTime() / DAY_MS) + SECURITY_DAYS
  const lines = [
    `Contact: mailto:${encodeURI(helpEmail)}`,
    `Expires: ${new Date(day * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
  ]
  // RFC 9116 allows only web addresses with https.
  if (publicUrl.startsWith('https:')) {
    lines.push(`Canonical: ${publicUrl}/.well-known/security.txt`)
  }
  return `${lines.join('\n')}\n`
}
