import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sanitizeHtml } from '#server/domain/sanitize-html.ts'
import { within } from '#server/domain/within.ts'

/** A page that takes longer is sent without data, and asks for it itself. */
const RENDER_TIMEOUT_MS = 5_000
/** How many pages are rendered at the same time; further ones are sent without data. */
const MOST_AT_ONCE = 16

/** In the policy of `security-headers.ts`. */
const SCRIPTS = "script-src 'self'"

/** Headers that an API answer depends on. */
const HEADERS = ['cookie', 'host', 'user-agent', 'x-forwarded-for', 'x-forwarded-proto'] as const

interface RenderInput {
  request: Request
  files: PageFiles
  nonce: string
  visit: { locale: string; timeZone: string; now: number; neutralName: string | undefined }
  isCovered: boolean
}

/** What `web/app/entry-server.tsx` exports. */
export interface Renderer {
  setUp(tools: {
    transport: Transport
    cleanHtml: (html: string) => string
    filesByComponent: Record<string, string[]>
  }): void
  renderPage(input: RenderInput): Promise<Response>
  renderShell(input: { siteTitle: string; files: PageFiles }): string
}

type Transport = (url: string, init: RequestInit) => Promise<Response>

/** The files that every page loads, as `scripts/build-web.ts` lists them. */
interface PageFiles {
  script: string
  styles: string[]
}

interface PageInput {
  /** The caller's, or the community's for a visitor. */
  timeZone: string
  now: Date
}

export interface Pages {
  /** Sends a page, unless it can't be rendered in time: then returns false. */
  send(request: FastifyRequest, reply: FastifyReply, input: PageInput): Promise<boolean>
  /** A document with nobody's data, in which the browser renders the page. */
  shell(siteTitle: string): string
}

/** How the page that is being rendered makes its API calls. */
const transports = new AsyncLocalStorage<Transport>()

/** Whether the code that runs now answers a call of a page that is being rendered. */
export function isCallOfPage(): boolean {
  return transports.getStore() !== undefined
}

/**
 * A function that renders a page, whose API calls are made by `transport`.
 *
 * @param filesByComponent the files that the browser's build has for each part that loads on demand
 */
export function createRender(
  { setUp, renderPage }: Pick<Renderer, 'setUp' | 'renderPage'>,
  filesByComponent: Record<string, string[]> = {},
): (input: RenderInput, transport: Transport) => Promise<Response> {
  setUp({
    transport: (url, init) => {
      const transport = transports.getStore()
      if (!transport) throw new Error('No page is being rendered.')
      return transport(url, init)
    },
    cleanHtml: sanitizeHtml,
    filesByComponent,
  })
  return (input, transport) => transports.run(transport, () => renderPage(input))
}

/**
 * Loads the renderer of the pages, which runs in this process. While it renders a page, the page's
 * API calls go through the routes with the caller's own cookie.
 */
export async function loadPages(app: FastifyInstance, webDir: string): Promise<Pages> {
  const file = pathToFileURL(join(webDir, '../web-server/entry-server.js')).href
  const renderer: Renderer = await import(file)
  // The build wrote it.
  const { byComponent, ...files } = JSON.parse(
    await readFile(join(webDir, 'pages.json'), 'utf8'),
  ) as PageFiles & { byComponent: Record<string, string[]> }
  const renderPage = createRender(renderer, byComponent)
  let rendering = 0

  const render = async (
    request: FastifyRequest,
    given: PageInput & { nonce: string },
  ): Promise<{ response: Response; html: string }> => {
    rendering += 1
    try {
      const headers = pick(request.headers)
      const input = renderInput(request, { ...given, headers, files })
      const response = await renderPage(input, transportOf(app, request, headers))
      // Loaders have read everything, so nothing is gained by streaming.
      return { response, html: await response.text() }
    } finally {
      rendering -= 1
    }
  }

  return {
    shell(siteTitle) {
      return renderer.renderShell({ siteTitle, files })
    },
    send: async (request, reply, input) => {
      if (rendering >= MOST_AT_ONCE) return false
      const nonce = randomBytes(16).toString('base64')
      const page = await within(RENDER_TIMEOUT_MS, render(request, { nonce, ...input })).catch(
        (error: unknown) => {
          request.log.error({ err: error }, 'a page could not be rendered')
          return undefined
        },
      )
      if (!page) return false
      const { response, html } = page
      for (const [name, value] of response.headers) reply.header(name, value)
      const policy = String(reply.raw.getHeader('Content-Security-Policy'))
      reply
        .header('Content-Security-Policy', policy.replace(SCRIPTS, `${SCRIPTS} 'nonce-${nonce}'`))
        .code(response.status)
        .send(html)
      return true
    },
  }
}

/** What is rendered for a request, with the headers that the page's API calls have. */
function renderInput(
  { url, protocol, host, cookies, headers: { 'accept-language': languages } }: FastifyRequest,
  given: PageInput & { nonce: string; headers: Record<string, string>; files: PageFiles },
): RenderInput {
  const { nonce, headers, files, timeZone, now } = given
  return {
    request: new Request(new URL(url, `${protocol}://${host}`), { headers }),
    files,
    nonce,
    visit: {
      locale: localeOf(languages),
      timeZone,
      now: now.getTime(),
      neutralName: cookies['neutral-name'],
    },
    isCovered: cookies.covered !== undefined,
  }
}

/** Makes the API calls of a page that is being rendered, for the caller of `request`. */
function transportOf(
  app: FastifyInstance,
  request: FastifyRequest,
  headers: Record<string, string>,
): Transport {
  return async (url) => {
    const answer = await app.inject({
      url,
      headers,
      remoteAddress: request.raw.socket.remoteAddress ?? '',
    })
    return new Response(answer.statusCode === 204 ? null : answer.payload, {
      status: answer.statusCode,
      headers: { 'x-total-count': String(answer.headers['x-total-count'] ?? '') },
    })
  }
}

/**
 * The first language that a browser asks for, if dates can be formatted in it; otherwise US English.
 *
 * @param header `Accept-Language`
 */
export function localeOf(header: string | undefined): string {
  const tag = /^[A-Za-z0-9-]{2,35}/.exec(header ?? '')?.[0]
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0] ?? 'en-US'
  } catch {
    return 'en-US'
  }
}

function pick(headers: IncomingHttpHeaders): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of HEADERS) {
    const value = headers[name]
    if (value !== undefined) picked[name] = String(value)
  }
  return picked
}
