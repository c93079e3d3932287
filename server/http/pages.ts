import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Changes } from '#server/db/changes.ts'
import { createDataCache } from '#server/db/data-cache.ts'
import { AppError, tooBusy } from '#server/domain/app-error.ts'
import { sanitizeHtml } from '#server/domain/sanitize-html.ts'
import { within } from '#server/domain/within.ts'
import type { Refusal } from './posted-forms.ts'
import { createTurns, type TurnLimits, type Turns } from './turns.ts'

/** A page that takes longer is sent without data, and asks for it itself. */
const RENDER_TIMEOUT_MS = 5_000
/** How many pages are rendered at the same time; further ones are sent without data. */
const MOST_AT_ONCE = 16
/** Of one network at the same time: two, so that one renders while the other waits for data. */
const PAGE_LIMITS: TurnLimits = { active: 2, queued: 100 }
/** For how long a request waits for its network's turn, and then after how long to try again. */
const TURN_MS = 10_000
const RETRY_SECONDS = 3
const SHARED_BYTES = 4 * 1024 * 1024
const TOO_MANY = new Error('Too many pages are being rendered.')

/** In the policy of `security-headers.ts`. */
const SCRIPTS = "script-src 'self'"

/** Headers that an API answer depends on. */
const HEADERS = ['cookie', 'host', 'user-agent', 'x-forwarded-for', 'x-forwarded-proto'] as const

interface RenderInput {
  request: Request
  files: PageFiles
  nonce: string
  visit: {
    locale: string
    timeZone: string
    now: number
    siteUrl: string
    neutralName: string | undefined
    refusal?: Refusal | undefined
  }
  isCovered: boolean
  isVisitor: boolean
}

/** The exports of `web/app/entry-server.tsx`. */
export interface Renderer {
  setUp(tools: {
    transport: Transport
    cleanHtml: (html: string) => string
    filesByComponent: Record<string, string[]>
  }): void
  renderPage(input: RenderInput): Promise<Response>
  sharedAddress(url: string): string | undefined
  renderShell(input: { siteTitle: string; files: PageFiles }): string
}

type Transport = (url: string, init: RequestInit) => Promise<Response>

/** The files that every page loads, as `scripts/build-web.ts` lists them. */
interface PageFiles {
  script: string
  plainScript: string
  styles: string[]
}

export interface PageInput {
  isVisitor: boolean
  /** The caller's, or the community's for a visitor. */
  timeZone: string
  now: Date
  /** Instead of the page that was asked for: the one whose form was refused. */
  refused?: { page: string; status: number; refusal: Refusal }
}

/** A rendered page. Its scripts have a placeholder for the nonce. */
interface RenderedPage {
  status: number
  headers: [string, string][]
  html: string
}

export interface Pages {
  /**
   * Sends a page, unless it can't be rendered in time or without an error: then returns false. Throws
   * `provider_unavailable` if too many of the caller's network wait for one.
   */
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
 *
 * A page that every visitor gets alike is rendered once, kept until the settings change, and only stamped
 * with each answer's nonce.
 */
export async function loadPages(
  app: FastifyInstance,
  { webDir, publicUrl, changes, limits }: PagesOptions,
): Promise<Pages> {
  const file = pathToFileURL(join(webDir, '../web-server/entry-server.js')).href
  const renderer: Renderer = await import(file)
  // The build wrote it.
  const { byComponent, ...files } = JSON.parse(
    await readFile(join(webDir, 'pages.json'), 'utf8'),
  ) as PageFiles & { byComponent: Record<string, string[]> }
  const renderPage = createRender(renderer, byComponent)
  const turns = createTurns({ ...PAGE_LIMITS, ...limits })
  const shared = createDataCache<RenderedPage>({
    changes,
    maxBytes: SHARED_BYTES,
    bytesOf: ({ html }) => html.length,
    storyIdsOf: () => [],
  })
  // Never sent: each answer has its own.
  const placeholder = newNonce()
  let rendering = 0

  const render = async (request: FastifyRequest, input: RenderInput): Promise<RenderedPage> => {
    rendering += 1
    try {
      const headers = Object.fromEntries(input.request.headers)
      const response = await renderPage(input, transportOf(app, request, headers))
      // Loaders have read everything, so nothing is gained by streaming.
      const html = await response.text()
      if (response.status >= 500) throw new Error(`The page has the status ${response.status}.`)
      return { status: response.status, headers: [...response.headers], html }
    } finally {
      rendering -= 1
    }
  }

  const make = async (request: FastifyRequest, given: PageInput): Promise<RenderedPage> => {
    const input = (url: string, headers: Record<string, string>): RenderInput => ({
      request: new Request(publicUrl + url, { headers }),
      files,
      nonce: placeholder,
      ...visitOf(request, { ...given, siteUrl: publicUrl }),
    })
    const renderInTurn = async (url: string, headers: Record<string, string>) => {
      const end = await takeTurn(turns, request)
      if (rendering >= MOST_AT_ONCE) {
        end()
        throw TOO_MANY
      }
      return render(request, input(url, headers)).finally(end)
    }
    const { visit, isCovered } = visitOf(request, { ...given, siteUrl: publicUrl })
    const url = given.refused?.page ?? request.url
    const isShared = given.isVisitor && !isCovered && !given.refused
    const address = isShared ? renderer.sharedAddress(url) : undefined
    if (address === undefined) return renderInTurn(url, callerHeaders(request.headers))
    const key = JSON.stringify([address, visit.locale, visit.timeZone, visit.neutralName])
    return shared.get({ key, topics: ['settings'] }, () => renderInTurn(address, {}))
  }

  return {
    shell(siteTitle) {
      return renderer.renderShell({ siteTitle, files })
    },
    send: async (request, reply, input) => {
      const page = await within(TURN_MS + RENDER_TIMEOUT_MS, make(request, input)).catch(
        (error: unknown) => {
          if (error instanceof AppError) throw error
          if (error !== TOO_MANY) request.log.error({ err: error }, 'a page could not be rendered')
          return undefined
        },
      )
      if (!page) return false
      const nonce = newNonce()
      for (const [name, value] of page.headers) reply.header(name, value)
      const policy = String(reply.raw.getHeader('Content-Security-Policy'))
      reply
        .header('Content-Security-Policy', policy.replace(SCRIPTS, `${SCRIPTS} 'nonce-${nonce}'`))
        .code(input.refused ? statusAfter(input.refused, page) : page.status)
        .send(page.html.replaceAll(placeholder, nonce))
      return true
    },
  }
}

/** Where a refused form's page leads elsewhere, the form must not be posted again. */
function statusAfter({ status }: { status: number }, page: RenderedPage): number {
  return page.status === 200 ? status : 303
}

interface PagesOptions {
  webDir: string
  /** The site's address, without a slash at its end. */
  publicUrl: string
  changes: Changes
  limits?: Partial<TurnLimits> | undefined
}

function newNonce(): string {
  return randomBytes(16).toString('base64')
}

/** Waits until a page may be rendered for this caller's network. Returns what ends the turn. */
function takeTurn(turns: Turns, { ip }: FastifyRequest): Promise<() => void> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(tooBusy(RETRY_SECONDS))
    }, TURN_MS)
    const isAccepted = turns.take(ip, (end) => {
      clearTimeout(timer)
      if (isLate) end()
      else resolve(end)
    })
    if (isAccepted) return
    clearTimeout(timer)
    reject(tooBusy(RETRY_SECONDS))
  })
}

/** The facts that a page depends on besides its address and its data. */
function visitOf(
  { cookies, headers: { 'accept-language': languages } }: FastifyRequest,
  { isVisitor, timeZone, now, siteUrl, refused }: PageInput & { siteUrl: string },
): Pick<RenderInput, 'visit' | 'isCovered' | 'isVisitor'> {
  return {
    isVisitor,
    visit: {
      locale: localeOf(languages),
      timeZone,
      now: now.getTime(),
      siteUrl,
      neutralName: cookies['neutral-name'],
      refusal: refused?.refusal,
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

/** The headers of a caller that a call in their name needs. */
export function callerHeaders(
  headers: IncomingHttpHeaders,
  names: readonly string[] = HEADERS,
): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of names) {
    const value = headers[name]
    if (value !== undefined) picked[name] = String(value)
  }
  return picked
}
