import { hash } from 'node:crypto'
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
} from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { networkOf } from '#server/domain/network.ts'
import type { Admin, Viewer } from '#server/domain/viewer.ts'
import type { Answer, AnswerCache } from './answer-cache.ts'
import { AppError } from './app-error.ts'
import { requireOwnOrigin } from './origin.ts'
import { requireAdmin, requireOwner, requireViewer, type Sessions } from './session.ts'
import { receiveForm, removeUploads, type Upload } from './upload.ts'

/** What the adapter needs to bind endpoints. */
export interface RouteContext {
  publicUrl: string
  /** Folder for uploads while their request lasts. */
  uploadDir: string
  sessions: Sessions
  answers: AnswerCache
}

type ViewerOf<E extends Endpoint> = E['who'] extends 'admin'
  ? Admin
  : E['who'] extends 'member'
    ? Viewer
    : Viewer | undefined

export interface Call<E extends Endpoint> {
  viewer: ViewerOf<E>
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  fields: FieldsOf<E>
  files: Partial<Record<FileNamesOf<E>, Upload>>
  /** The body as it came, for a signed endpoint; empty for others. */
  rawBody: Buffer
  /** The caller's network (`domain/network.ts`), for limits only; never stored or logged. */
  address: string
  request: FastifyRequest
  reply: FastifyReply
}

/** Returns the answer, or the reply where it has answered by itself, such as with a redirect. */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<(E['response'] extends z.ZodType ? ResponseInput<E> : unknown) | FastifyReply>

export type RouteBinder = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

/**
 * Makes the function that binds endpoints to handlers: proves the caller, parses what comes in,
 * parses what goes out (a field that the contract does not name never leaves), answers 304 where
 * nothing changed.
 */
export function routeBinder(app: FastifyInstance, context: RouteContext): RouteBinder {
  return (endpoint, handler) => {
    const options: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.maxBodyBytes ?? DEFAULT_BODY_BYTES,
      handler: async (request, reply) => {
        if (!endpoint.isSigned) requireOwnOrigin(request, context.publicUrl)
        const viewer = await prove(context, endpoint, request)
        if (endpoint.noStore) reply.header('Cache-Control', 'no-store')
        if (endpoint.method !== 'GET' || !isSchema(endpoint.response)) {
          // A handler may set another status of success, such as 200 for what existed already.
          reply.code(endpoint.status ?? 200)
          const result = await run(context, endpoint, handler, { viewer, request, reply })
          return result === reply ? reply : finish(endpoint, result, reply)
        }
        if (!endpoint.topics) {
          const result = await run(context, endpoint, handler, { viewer, request, reply })
          return result === reply ? reply : sendAnswer(answerOf(endpoint, result), request, reply)
        }
        const answer = await context.answers.answer({
          key: `${viewer?.id ?? ''}${viewer?.isAdmin ? '!' : ''} ${request.url}`,
          topics: endpoint.topics,
          memberId: viewer?.id,
          make: async () =>
            answerOf(endpoint, await run(context, endpoint, handler, { viewer, request, reply })),
        })
        return sendAnswer(answer, request, reply)
      },
    }
    if (endpoint.isSigned) bindSigned(app, options)
    else app.route(options)
  }
}

/** A signature is over the bytes, so nothing reads them before it is checked. */
function bindSigned(app: FastifyInstance, options: RouteOptions): void {
  app.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.route(options)
    ready()
  })
}

async function prove(
  context: RouteContext,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Viewer | undefined> {
  const viewer = await context.sessions.findViewer(request.cookies[context.sessions.cookie.name])
  if (endpoint.who === 'any') return viewer
  const proven =
    endpoint.who === 'admin' ? requireAdmin(viewer) : requireViewer(viewer, endpoint.signInSentence)
  if (endpoint.ownerOnly) requireOwner(proven)
  if (endpoint.stepUp) await context.sessions.requireStepUp(proven)
  return proven
}

async function run<E extends Endpoint>(
  context: RouteContext,
  endpoint: E,
  handler: Handler<E>,
  input: { viewer: Viewer | undefined; request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> {
  const { request } = input
  const form = endpoint.form
    ? await receiveForm(request, endpoint.form, context.uploadDir)
    : undefined
  try {
    // The schemas of the endpoint give each of these its type; `prove` gave the viewer's.
    return await handler({
      viewer: input.viewer,
      params: endpoint.params ? parseInput(endpoint.params, request.params) : undefined,
      query: endpoint.query ? parseInput(endpoint.query, request.query) : undefined,
      body: endpoint.body ? parseInput(endpoint.body, request.body ?? {}) : undefined,
      rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      fields: form && endpoint.form ? parseInput(endpoint.form.fields, form.fields) : undefined,
      files: form?.files ?? {},
      address: networkOf(request.ip),
      request,
      reply: input.reply,
    } as Call<E>)
  } finally {
    if (form) await removeUploads(form.files)
  }
}

/** Where the contract has no sentence: zod's own words are not fit for a member to read. */
const NO_SENTENCE = 'This cannot be taken as it is.'

/** Parses what a client sent, or throws `invalid_input` with each field's first sentence. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: () => NO_SENTENCE })
  if (result.success) return result.data
  const [first] = result.error.issues
  // An array or a text where an object belongs: no sentence of the contract speaks of that.
  if (first?.code === 'invalid_type' && first.path.length === 0) {
    throw new AppError('invalid_input', 'This request could not be read.')
  }
  const fields: FieldErrors = {}
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? '')
    if (name) fields[name] ??= issue.message
  }
  throw new AppError('invalid_input', first?.message ?? NO_SENTENCE, { fields })
}

function isSchema(response: Endpoint['response']): response is z.ZodType {
  return response !== null && typeof response !== 'string'
}

function answerOf(endpoint: Endpoint, result: unknown): Answer {
  const { value, total } = parseOutput(endpoint, result)
  const body = JSON.stringify(value)
  const etag = `"${hash('sha1', body, 'base64url')}"`
  return { body, etag, total }
}

function parseOutput(
  endpoint: Endpoint,
  result: unknown,
): { value: unknown; total: number | undefined } {
  if (!isSchema(endpoint.response)) return { value: undefined, total: undefined }
  if (!endpoint.paged) {
    const value = endpoint.response.parse(result)
    return { value, total: Array.isArray(value) ? value.length : undefined }
  }
  // The handler's type promises a page for a paged endpoint.
  const page = result as { items: unknown; total: number }
  return { value: endpoint.response.parse(page.items), total: page.total }
}

function sendAnswer(answer: Answer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('ETag', answer.etag)
  if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'private, no-cache')
  if (answer.total !== undefined) reply.header('X-Total-Count', answer.total)
  if (matches(request.headers['if-none-match'], answer.etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(answer.body)
}

/** Weak comparison, as RFC 9110 asks for If-None-Match. */
function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((candidate) => {
    const bare = candidate.trim().replace(/^W\//, '')
    return bare === etag || bare === '*'
  })
}

function finish(endpoint: Endpoint, result: unknown, reply: FastifyReply): unknown {
  if (typeof endpoint.response === 'string') return result
  if (endpoint.response === null) return reply.code(204).send()
  const { value } = parseOutput(endpoint, result)
  return reply.header('Cache-Control', 'no-store').send(value)
}
