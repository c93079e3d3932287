import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import {
  type BodyOf,
  DEFAULT_BODY_BYTES,
  type Endpoint,
  type FieldsOf,
  type FileNamesOf,
  type ParamsOf,
  type QueryOf,
  type ResponseInput,
  type Topic,
} from '#contract/endpoint.ts'
import type { Source } from '#server/db/data-cache.ts'
import { networkOf } from '#server/domain/network.ts'
import type { Admin, Viewer } from '#server/domain/viewer.ts'
import type { BodyMemory } from './body-memory.ts'
import { sendError } from './errors.ts'
import { requireOwnOrigin } from './origin.ts'
import { parseInput } from './parse-input.ts'
import { bodyNeed, type JsonParser, jsonParser, receiveInput } from './receive.ts'
import { requireStorable } from './receive-body.ts'
import { etagOf, type HttpResponse, PublicResponse, sendResponse } from './response.ts'
import type { ResponseCache } from './response-cache.ts'
import { requireOwner, requireRight, requireViewer, type Sessions } from './session.ts'
import { largestForm, type ReceivedForm, removeUploads, type Upload } from './upload.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** The adapter's needs to bind endpoints. */
export interface RouteContext {
  publicUrl: string
  /** Folder for uploads, which are deleted when their request ends. */
  uploadDir: string
  sessions: Sessions
  responses: ResponseCache
  bodies: BodyMemory
}

type ViewerOf<E extends Endpoint> = E['who'] extends 'any'
  ? Viewer | undefined
  : E['who'] extends 'member'
    ? Viewer
    : Admin

export interface Call<E extends Endpoint> {
  viewer: ViewerOf<E>
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  fields: FieldsOf<E>
  files: Partial<Record<FileNamesOf<E>, Upload>>
  /** The body as it was sent, for a signed endpoint; empty for others. */
  rawBody: Buffer
  /** The caller's network (`domain/network.ts`), for limits only; never stored or logged. */
  address: string
  request: FastifyRequest
  reply: FastifyReply
}

/** The answer of a call that redirects the browser. */
export class Redirect {
  readonly url: string
  readonly status: 302 | 303

  constructor(url: string, status: 302 | 303) {
    this.url = url
    this.status = status
  }
}

/**
 * Returns the answer; for a raw response, sends it through `reply` and returns nothing. It never
 * returns `reply` itself: awaiting that gives undefined once the answer is sent.
 */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => E['response'] extends z.ZodType
  ? Promise<ResponseInput<E> | PublicResponse | Redirect>
  : Promise<void> | Promise<PublicResponse> | Promise<Redirect>

export type RouteBinder = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

/** The result of a call: an answer in JSON, a redirect, no content, or an answer already sent. */
type Outcome = HttpResponse | Redirect | 'nothing' | 'sent'

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Makes the function that binds endpoints to handlers: it authenticates the caller before the body
 * is read, parses input and output (a field that the contract does not name is never sent), and
 * answers 304 if nothing changed.
 */
export function routeBinder(app: FastifyInstance, context: RouteContext): RouteBinder {
  const tools = { ...context, parseJson: jsonParser(app) }
  leaveBodies(app)
  return (endpoint, handler) => {
    const maxBodyBytes = endpoint.maxBodyBytes ?? DEFAULT_BODY_BYTES
    const options: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: maxBodyBytes + (endpoint.form ? largestForm(endpoint.form) : 0),
      config: { isPublic: endpoint.who === 'any' },
      // Returns no promise, because Fastify would take it for the answer.
      handler: (request, reply) => {
        const exchange = { request, reply }
        const known = findCached(tools, endpoint, request)
        if (known) {
          send(endpoint, known, exchange)
          return
        }
        respond(tools, endpoint, handler, exchange)
          .catch((error: unknown) => {
            // An answer may already be sent, if the caller was too slow or has disconnected.
            if (reply.sent || reply.raw.headersSent) return
            sendError(error, request, reply, (newer) => parseOutput(endpoint, newer).value)
          })
          .catch(() => {
            request.log.error('an answer could not be sent')
            reply.raw.destroy()
          })
      },
    }
    if (endpoint.form) bindForm(app, options)
    else app.route(options)
  }
}

/** Bodies are read later, once the caller is known. */
function leaveBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

/** In a scope of its own, because the hooks of forms would slow down every other request. */
function bindForm(app: FastifyInstance, options: RouteOptions): void {
  app.register((scope, _options, ready) => {
    scope.register(multipart, { throwFileSizeLimit: false })
    scope.route(options)
    ready()
  })
}

const NO_FORM: ReceivedForm = { fields: {}, files: {} }

type Tools = RouteContext & { parseJson: JsonParser }

/** The cached answer for a caller whose session is cached too: most polls end here. */
function findCached(
  { sessions, responses }: Tools,
  endpoint: Endpoint,
  request: FastifyRequest,
): HttpResponse | undefined {
  if (!endpoint.topics || endpoint.stepUp) return undefined
  const known = sessions.peek(request.cookies[sessions.cookie.name])
  if (!known) return undefined
  const viewer = requireRights(endpoint, known.viewer)
  return responses.peek(sourceOf(request, { endpoint, topics: endpoint.topics, viewer }))
}

function sourceOf(
  { url }: FastifyRequest,
  input: { endpoint: Endpoint; topics: readonly Topic[]; viewer: Viewer | undefined },
): Source {
  const { endpoint, topics, viewer } = input
  const memberId = viewer?.id
  const rights = viewer?.isAdmin ? viewer.rights.join('!') : ''
  // A query that means nothing must not make another answer.
  const address = endpoint.query ? url : url.split('?', 1)[0]
  return { key: `${memberId ?? ''}${rights} ${address}`, topics, memberId }
}

async function respond<E extends Endpoint>(
  tools: Tools,
  endpoint: E,
  handler: Handler<E>,
  exchange: Exchange,
): Promise<void> {
  const { request, reply } = exchange
  if (!endpoint.isSigned) requireOwnOrigin(request, tools.publicUrl)
  const viewer = await authenticate(tools, endpoint, request)
  if (endpoint.noStore) reply.header('Cache-Control', 'no-store')
  // A handler may set another status of success, such as 200 for something that already existed.
  if (endpoint.status) reply.code(endpoint.status)
  const make = (): Promise<unknown> => run(tools, endpoint, handler, { viewer, ...exchange })
  const { topics } = endpoint
  const outcome = topics
    ? await tools.responses.get(sourceOf(request, { endpoint, topics, viewer }), async () =>
        responseOf(endpoint, await make(), request),
      )
    : outcomeOf(endpoint, await make(), request)
  send(endpoint, outcome, exchange)
}

async function authenticate(
  { sessions }: RouteContext,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Viewer | undefined> {
  const found = await sessions.findViewer(request.cookies[sessions.cookie.name])
  const viewer = requireRights(endpoint, found)
  if (endpoint.stepUp) await sessions.requireStepUp(requireViewer(viewer))
  return viewer
}

function requireRights(endpoint: Endpoint, viewer: Viewer | undefined): Viewer | undefined {
  const { who } = endpoint
  if (who === 'any') return viewer
  const proven =
    who === 'member' ? requireViewer(viewer, endpoint.signInSentence) : requireRight(viewer, who)
  if (endpoint.ownerOnly) requireOwner(proven)
  return proven
}

async function run<E extends Endpoint>(
  tools: Tools,
  endpoint: E,
  handler: Handler<E>,
  { viewer, request, reply }: Exchange & { viewer: Viewer | undefined },
): Promise<unknown> {
  if (request.url.includes('%00')) {
    requireStorable(request.params)
    requireStorable(request.query)
  }
  const params = endpoint.params ? parseInput(endpoint.params, request.params) : undefined
  const query = endpoint.query ? parseInput(endpoint.query, request.query) : undefined
  const network = networkOf(request.ip)
  const need = bodyNeed(request, endpoint)
  // Reserved until the call is done, because the parsed body lives that long.
  using _reserved = need && tools.bodies.reserve(viewer?.id ?? network, need)
  const input = need ? await receiveInput(request, endpoint, tools) : undefined
  const form = endpoint.form && (input?.form ?? NO_FORM)
  try {
    // The schemas of the endpoint give each of these its type; `authenticate` gave the viewer's.
    return await handler({
      viewer,
      params,
      query,
      body: endpoint.body ? parseInput(endpoint.body, input?.body ?? {}) : undefined,
      rawBody: input?.rawBody ?? Buffer.alloc(0),
      fields: form && endpoint.form ? parseInput(endpoint.form.fields, form.fields) : undefined,
      files: form?.files ?? {},
      address: network,
      request,
      reply,
    } as Call<E>)
  } finally {
    if (form) await removeUploads(form.files)
  }
}

function outcomeOf(endpoint: Endpoint, result: unknown, request: FastifyRequest): Outcome {
  if (result instanceof Redirect || result instanceof PublicResponse) return result
  if (endpoint.response === null) return 'nothing'
  return typeof endpoint.response === 'string' ? 'sent' : responseOf(endpoint, result, request)
}

function responseOf(endpoint: Endpoint, result: unknown, request: FastifyRequest): HttpResponse {
  const { value, total } = parseOutput(endpoint, result)
  const body = Buffer.from(JSON.stringify(value))
  const etag = endpoint.method === 'GET' ? etagOf(body) : undefined
  return { body, type: JSON_TYPE, etag, total, storyIds: storyIdsOf(endpoint, value, request) }
}

function storyIdsOf({ shows }: Endpoint, value: unknown, { params }: FastifyRequest): number[] {
  // The contract's schemas have checked that these exist.
  if (shows === 'story') return [Number((params as { id: string }).id)]
  return shows === 'stories' ? (value as { id: number }[]).map(({ id }) => id) : []
}

function parseOutput(
  { response, paged }: Endpoint,
  result: unknown,
): { value: unknown; total: number | undefined } {
  if (response === null || typeof response === 'string') throw new Error('This call has no JSON.')
  if (!paged) {
    const value = response.parse(result)
    return { value, total: Array.isArray(value) ? value.length : undefined }
  }
  // The handler's type promises a page for a paged endpoint.
  const page = result as { items: unknown; total: number }
  return { value: response.parse(page.items), total: page.total }
}

function send(endpoint: Endpoint, outcome: Outcome, { request, reply }: Exchange): void {
  if (outcome === 'sent') return
  if (outcome === 'nothing') return void reply.code(204).send()
  if (outcome instanceof Redirect) return void reply.redirect(outcome.url, outcome.status)
  reply.header('Cache-Control', cacheControlOf(endpoint))
  sendResponse(outcome, { request, reply })
}

function cacheControlOf({ method, noStore, immutable }: Endpoint): string {
  if (method !== 'GET' || noStore) return 'no-store'
  return immutable ? 'public, max-age=31536000, immutable' : 'private, no-cache'
}
