import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebsiteSettings } from '#contract/settings.ts'
import type { Context } from '#server/context.ts'
import { readSettings, siteTitle } from '#server/features/settings/service.ts'
import { answerNotFound } from './errors.ts'
import { escapeHtml } from './escape-html.ts'
import type { Sessions } from './session.ts'

interface WebOptions {
  context: Context
  sessions: Sessions
  /**
   * The built web app: `landing.html`, the same with a logo of the site's own, `index.html`, the
   * manifest, and files with hashed names in `assets/`.
   */
  webDir: string
}

/**
 * Serves the built web app: the prerendered landing page at `/` for visitors, hashed files
 * for ever, and the application's page at every other address, whose router takes over.
 */
export async function serveWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { context, sessions, webDir } = options
  const read = (name: string): Promise<string> => readFile(join(webDir, name), 'utf8')
  const landing = await read('landing.html')
  const landingWithLogo = await read('landing-with-logo.html')
  const index = await read('index.html')
  const manifest = await read('manifest.webmanifest')

  const sendPage = async (
    reply: FastifyReply,
    choose: (settings: WebsiteSettings) => string,
  ): Promise<FastifyReply> => {
    const settings = await readSettings(context.db)
    return reply
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(choose(settings).replaceAll('%SITE_TITLE%', () => escapeHtml(settings.siteTitle)))
  }

  await app.register(fastifyStatic, {
    root: webDir,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.html', '**/*.webmanifest', '**/*.br', '**/*.gz'],
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
    return sendPage(reply, ({ logoUrl }) =>
      logoUrl ? landingWithLogo.replaceAll('%LOGO_URL%', escapeHtml(logoUrl)) : landing,
    )
  })
  app.get('/manifest.webmanifest', async (_request, reply) => {
    const title = JSON.stringify(await siteTitle(context.db)).slice(1, -1)
    return reply
      .header('Cache-Control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(manifest.replaceAll('%SITE_TITLE%', () => title))
  })
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const isFile = /\.\w+$/.test(request.url.split('?', 1)[0] ?? '')
    if (!isRead(request) || (isFile && !isForPerson(request))) return answerNotFound(request, reply)
    return sendPage(isFile ? reply.code(404) : reply, () => index)
  })
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Whether a browser asks for a page to show, and not for a script, a picture or data. */
function isForPerson({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false
}

function cacheControlOf(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  // A browser that kept an old one would go on opening an old version of the app.
  if (path.includes('/service-worker.js')) return 'no-cache'
  return 'public, max-age=3600'
}
