import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NEUTRAL_NAMES } from '#contract/neutral-names.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import { readSettings, siteTitle } from '#server/features/settings/service.ts'
import { isForPerson } from './error-page.ts'
import { sendNotFound } from './errors.ts'
import { requireOwnOrigin } from './origin.ts'
import { loadPages, type PageInput } from './pages.ts'
import { submitForm } from './posted-forms.ts'
import { type HttpResponse, PublicResponse, sendResponse } from './response.ts'
import type { ResponseCache } from './response-cache.ts'
import type { Sessions } from './session.ts'
import type { TurnLimits } from './turns.ts'

const NEEDS_SCRIPT =
  'This form needs JavaScript. Nothing was sent. Go back to the page before: what you typed may still be there.'
const BAD_ADDRESS = 'This address can’t be read. It may be mistyped or cut off.'

interface WebOptions {
  context: Context
  responses: ResponseCache
  sessions: Sessions
  /** The built pages: the manifest, and files with hashed names in `assets/`. */
  webDir: string
  limits?: Partial<TurnLimits> | undefined
}

/**
 * Serves the pages, which are rendered for each caller, and their files. Those with hashed names are
 * cached forever.
 */
export async function serveWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { context, responses, sessions, webDir, limits } = options
  const { changes, config } = context
  const manifest = await readFile(join(webDir, 'manifest.webmanifest'), 'utf8')
  const pages = await loadPages(app, { webDir, publicUrl: config.publicUrl, changes, limits })
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

  const sendPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    refused?: PageInput['refused'],
  ): Promise<FastifyReply> => {
    const viewer = await sessions.findViewer(request.cookies[sessions.cookie.name])
    const timeZone = viewer?.timeZone ?? (await readSettings(context.db)).timeZone
    const visit = { isVisitor: !viewer, timeZone, now: context.now(), ...(refused && { refused }) }
    const isRendered = await pages.send(request, reply, visit)
    return isRendered ? reply : sendResponse(await shell(), { request, reply })
  }

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
    // Addresses without a scheme, as in links to another site, are not ours.
    if (request.url.startsWith('//')) throw new AppError('invalid_input', BAD_ADDRESS)
    const isFile = /\.\w+$/.test(request.url.split('?', 1)[0] ?? '')
    if (isFile && !isForPerson(request)) return sendNotFound(request, reply)
    reply.header('Cache-Control', 'private, no-store')
    // The page's files would be asked for with the secret of an emailed link in `Referer`.
    if (/[?&]token=/.test(request.url)) reply.header('Referrer-Policy', 'strict-origin')
    return sendPage(request, reply)
  })
  // A form that a browser without scripts has sent.
  app.post('/*', async (request, reply) => {
    if (!isForPerson(request)) return sendNotFound(request, reply)
    requireOwnOrigin(request, config.publicUrl)
    reply.header('Cache-Control', 'no-store')
    const outcome = await submitForm(app, request)
    if (!outcome) throw new AppError('invalid_input', NEEDS_SCRIPT)
    if (outcome.cookies.length > 0) reply.header('Set-Cookie', outcome.cookies)
    if ('next' in outcome) return reply.redirect(outcome.next, 303)
    return sendPage(request, reply, outcome)
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

function cacheControlOf(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  // A browser that cached an old one would keep opening an old version of the app.
  if (path.includes('/service-worker.js')) return 'no-cache'
  return 'public, max-age=3600'
}
