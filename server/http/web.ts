import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import { siteTitle } from '#server/features/settings/service.ts'
import { answerNotFound } from './errors.ts'
import { escapeHtml } from './escape-html.ts'
import type { Sessions } from './session.ts'

interface WebOptions {
  context: Context
  sessions: Sessions
  /** The built web app: `landing.html`, `index.html` and files with hashed names in `assets/`. */
  webDir: string
}

/**
 * Serves the built web app: the prerendered landing page at `/` for visitors, hashed files
 * for ever, and the application's page at every other address, whose router takes over.
 */
export async function serveWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { context, sessions, webDir } = options
  const landing = await readFile(join(webDir, 'landing.html'), 'utf8')
  const index = await readFile(join(webDir, 'index.html'), 'utf8')

  const sendPage = async (html: string, reply: FastifyReply): Promise<FastifyReply> => {
    const title = escapeHtml(await siteTitle(context.db))
    return reply
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html.replaceAll('%SITE_TITLE%', title))
  }

  await app.register(fastifyStatic, {
    root: webDir,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('Cache-Control', cacheControlOf(path))
    },
  })
  app.get('/', async (request, reply) => {
    const viewer = await sessions.findViewer(request.cookies[sessions.cookie.name])
    if (viewer) return reply.header('Cache-Control', 'no-store').redirect('/dashboard')
    // The answer depends on the cookie, so nothing in between may keep it.
    reply.header('Vary', 'Cookie')
    return sendPage(landing, reply)
  })
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const isPage =
      request.method === 'GET' && !/\.\w+$/.test(new URL(request.url, 'http://x').pathname)
    if (!isPage) return answerNotFound(request, reply)
    return sendPage(index, reply)
  })
}

function cacheControlOf(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  // A browser that kept an old one would go on opening an old version of the app.
  if (path.includes('/service-worker.js')) return 'no-cache'
  return 'public, max-age=3600'
}
