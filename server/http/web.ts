import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { wallTime } from '#contract/logical-date.ts'
import type { WebsiteSettings } from '#contract/settings.ts'
import type { Context } from '#server/context.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { PublicAnswer, sendAnswer } from './answer.ts'
import type { AnswerCache } from './answer-cache.ts'
import { answerNotFound } from './errors.ts'
import { escapeHtml } from './escape-html.ts'
import { addressOf, pageAnswers } from './page-answers.ts'
import { loadPageDocuments } from './page-documents.ts'
import type { Sessions } from './session.ts'

/** An address that the app has no page for; `service-worker/build-cache.ts` requests it. */
const SHELL_PATH = '/app-shell'
const HTML = 'text/html; charset=utf-8'

interface WebOptions {
  context: Context
  answers: AnswerCache
  sessions: Sessions
  /**
   * The built web app: `landing.html` and the same with the site's own logo, `index.html`, the
   * manifest, and files with hashed names in `assets/`.
   */
  webDir: string
}

/**
 * Serves the built web app: the prerendered landing page at `/` for visitors, hashed files, which
 * are cached forever, and the app's document at every other address, where its router takes over.
 */
export async function serveWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { context, answers, sessions, webDir } = options
  const read = (name: string): Promise<string> => readFile(join(webDir, name), 'utf8')
  const landing = await read('landing.html')
  const landingWithLogo = await read('landing-with-logo.html')
  const documents = await loadPageDocuments(webDir)
  const manifest = await read('manifest.webmanifest')

  /** Sends what is the same for everyone until the settings change; `name` identifies it. */
  const sendPublic = async (
    exchange: { request: FastifyRequest; reply: FastifyReply },
    {
      name,
      type,
      make,
    }: { name: string; type: string; make: (settings: WebsiteSettings) => string },
  ): Promise<FastifyReply> => {
    const source = { key: `web ${name}`, topics: ['settings'] as const }
    const answer = await answers.get(
      source,
      async () => new PublicAnswer(make(await readSettings(context.db)), type),
    )
    exchange.reply.header('Cache-Control', 'no-cache')
    return sendAnswer(answer, exchange)
  }

  /** Sends the app with its first answers. They are the caller's own, so no cache stores it. */
  const sendApp = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const viewer = await sessions.findViewer(request.cookies[sessions.cookie.name])
    const first = await pageAnswers(app, request, { viewer, now: context.now() })
    const settings = await readSettings(context.db)
    return reply
      .header('Cache-Control', 'private, no-store')
      .type(HTML)
      .send(documents.fill({ address: addressOf(request), settings, answers: first }))
  }

  await app.register(fastifyStatic, {
    root: webDir,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.html', 'documents.json', 'manifest.webmanifest', '**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('Cache-Control', cacheControlOf(path))
    },
  })
  app.get('/', async (request, reply) => {
    const viewer = await sessions.findViewer(request.cookies[sessions.cookie.name])
    if (viewer) return reply.header('Cache-Control', 'no-store').redirect('/dashboard')
    // The answer depends on the cookie, so a cache must not use it for other callers.
    reply.header('Vary', 'Cookie')
    const make = (settings: WebsiteSettings): string => {
      const { logoUrl, siteTitle, timeZone } = settings
      const page = logoUrl ? landingWithLogo.replaceAll('%LOGO_URL%', escapeHtml(logoUrl)) : landing
      const [year = ''] = wallTime(context.now(), timeZone).date.split('-')
      return withRestoration(page, settings)
        .replaceAll('%YEAR%', year)
        .replaceAll('%SITE_TITLE%', () => escapeHtml(siteTitle))
    }
    return sendPublic({ request, reply }, { name: 'landing', type: HTML, make })
  })
  app.get('/manifest.webmanifest', async (request, reply) => {
    const make = ({ siteTitle }: WebsiteSettings): string => {
      const title = JSON.stringify(siteTitle).slice(1, -1)
      return manifest.replaceAll('%SITE_TITLE%', () => title)
    }
    const type = 'application/manifest+json; charset=utf-8'
    return sendPublic({ request, reply }, { name: 'manifest', type, make })
  })
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const isFile = /\.\w+$/.test(request.url.split('?', 1)[0] ?? '')
    if (!isRead(request) || (isFile && !isForPerson(request))) return answerNotFound(request, reply)
    const shell = { name: 'shell', type: HTML, make: documents.bare }
    if (isFile) return sendPublic({ request, reply: reply.code(404) }, shell)
    // The document that a device keeps to start without a connection has nobody's data.
    if (request.url === SHELL_PATH) return sendPublic({ request, reply }, shell)
    return sendApp(request, reply)
  })
}

/** Fills in a restored site's notice, with the day in the community's time zone, or removes it. */
function withRestoration(page: string, { restoredFrom, timeZone }: WebsiteSettings): string {
  if (restoredFrom === null) return page.replace(/<p data-restored.*?<\/p>/s, '')
  const day = new Date(restoredFrom).toLocaleDateString('en-US', { dateStyle: 'long', timeZone })
  return page.replace('%RESTORED_ON%', day)
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
  // A browser that cached an old one would keep opening an old version of the app.
  if (path.includes('/service-worker.js')) return 'no-cache'
  return 'public, max-age=3600'
}
