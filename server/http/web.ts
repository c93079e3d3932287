import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NEUTRAL_NAMES } from '#contract/neutral-names.ts'
import type { Context } from '#server/context.ts'
import { readSettings, siteTitle } from '#server/features/settings/service.ts'
import { sendNotFound } from './errors.ts'
import { loadPages } from './pages.ts'
import { type HttpResponse, PublicResponse, sendResponse } from './response.ts'
import type { ResponseCache } from './response-cache.ts'
import type { Sessions } from './session.ts'

interface WebOptions {
  context: Context
  responses: ResponseCache
  sessions: Sessions
  /** The built pages: the manifest, and files with hashed names in `assets/`. */
  webDir: string
}

/**
 * Serves the pages, which are rendered for each caller, and their files. Those with hashed names are
 * cached forever.
 */
export async function serveWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { context, responses, sessions, webDir } = options
  const manifest = await readFile(join(webDir, 'manifest.webmanifest'), 'utf8')
  const pages = await loadPages(app, webDir)
  await serveFiles(app, webDir)

  /** Makes what is the same for everyone until the settings change. */
  const shell = (): Promise<HttpResponse> =>
    responses.get({ key: 'web shell', topics: ['settings'] }, async () => {
      const html = pages.shell(await siteTitle(context.db))
      return new PublicResponse(html, 'text/html; charset=utf-8')
    })
  const namedManifest = (): Promise<HttpResponse> =>
    responses.get({ key: 'web manifest', topics: ['settings'] }, async () => {
      const title = JSON.stringify(await siteTitle(context.db)).slice(1, -1)
      const text = manifest.replaceAll('%SITE_TITLE%', () => title)
      return new PublicResponse(text, 'application/manifest+json; charset=utf-8')
    })

  app.get('/manifest.webmanifest', async (request, reply) =>
    sendResponse(await namedManifest(), {
      request,
      reply: reply.header('Cache-Control', 'no-cache'),
    }),
  )
  // Browsers ask for it if a page is left before its own icon has loaded.
  app.get('/favicon.ico', async (request, reply) => {
    const { 'neutral-name': name = '' } = request.cookies
    const icon = Object.hasOwn(NEUTRAL_NAMES, name) ? name : 'icon'
    return reply.header('Cache-Control', 'no-store').redirect(`/icons/${icon}.svg`)
  })
  // A device keeps this document to start without a connection: see `service-worker/build-cache.ts`.
  app.get('/app-shell', async (request, reply) =>
    sendResponse(await shell(), { request, reply: reply.header('Cache-Control', 'no-cache') }),
  )
  // The button of the page after Quick exit, for browsers without scripts: see `cover.tsx`.
  app.post('/continue', async (_request, reply) =>
    reply.clearCookie('covered', { path: '/' }).redirect('/', 303),
  )
  // A route, because answers of the not-found handler aren't compressed.
  app.get('/*', async (request, reply) => {
    const isFile = /\.\w+$/.test(request.url.split('?', 1)[0] ?? '')
    if (isFile && !isForPerson(request)) return sendNotFound(request, reply)
    const viewer = await sessions.findViewer(request.cookies[sessions.cookie.name])
    const timeZone = viewer?.timeZone ?? (await readSettings(context.db)).timeZone
    reply.header('Cache-Control', 'private, no-store')
    const isRendered = await pages.send(request, reply, { timeZone, now: context.now() })
    return isRendered ? reply : sendResponse(await shell(), { request, reply })
  })
  // A form that a browser without scripts has sent. What was entered is not read.
  app.post('/*', async (request, reply) => {
    if (!isForPerson(request)) return sendNotFound(request, reply)
    reply.code(405).header('Allow', 'GET').header('Cache-Control', 'no-store')
    return sendResponse(await shell(), { request, reply })
  })
  app.setNotFoundHandler(sendNotFound)
}

async function serveFiles(app: FastifyInstance, webDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webDir,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['pages.json', 'manifest.webmanifest', '**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('Cache-Control', cacheControlOf(path))
    },
  })
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
