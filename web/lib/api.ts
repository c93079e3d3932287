import type {
  BodyInput,
  Endpoint,
  ParamsInput,
  QueryInput,
  ResponseOf,
} from '#contract/endpoint.ts'
import type { ErrorBody, ErrorCode, FieldErrors, SuspensionLook } from '#contract/errors.ts'
import { confirmIdentity } from '#web/lib/step-up.ts'
import {
  chooseVersion,
  isSame,
  markNewer,
  type VersionConflict,
  versionIn,
} from '#web/lib/versions.ts'

/** A refused or failed call. `sentence` can be shown to people; `message` is `status: body`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** 0 when the server could not be reached. */
  readonly status: number
  readonly code: ErrorCode | 'offline'
  readonly sentence: string
  readonly fields: FieldErrors
  readonly retryAfterSeconds: number | undefined
  /** With `conflict`: what is saved now, if the version that was sent is outdated. */
  readonly newer: object | undefined
  /** For a suspended member, who can ask for a second look. */
  readonly secondLook: SuspensionLook | undefined

  constructor(input: {
    status: number
    code: ErrorCode | 'offline'
    sentence: string
    body: string
    fields?: FieldErrors | undefined
    retryAfterSeconds?: number | undefined
    newer?: object | undefined
    secondLook?: SuspensionLook | undefined
  }) {
    super(`${input.status}: ${input.body}`)
    this.status = input.status
    this.code = input.code
    this.sentence = input.sentence
    this.fields = input.fields ?? {}
    this.retryAfterSeconds = input.retryAfterSeconds
    this.newer = input.newer
    this.secondLook = input.secondLook
  }
}

/** The sentence to show for any failure. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.sentence : 'Something went wrong. Please try again.'
}

/** Whether the server could not be reached. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'offline'
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_signed_in'
}

/** Whether something has changed or is gone since the page read it. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409)
}

type Given<Key extends string, T> = [T] extends [undefined]
  ? { [K in Key]?: undefined }
  : Partial<T> extends T
    ? { [K in Key]?: T }
    : { [K in Key]: T }

declare const endpoint: unique symbol

/** A call of the contract as pages have it. Its schemas exist for the compiler only. */
export interface CallOf<E extends Endpoint> {
  readonly method: E['method']
  readonly path: E['path']
  readonly who: E['who']
  /** The answer is one page of a list. */
  readonly paged?: E['paged']
  readonly [endpoint]?: E
}

export type AnyCall = CallOf<Endpoint>

/** The endpoint of a call, as a type. */
export type EndpointOf<Call extends AnyCall> = Call extends CallOf<infer E> ? E : never

/** The calls of a table of endpoints, as in `calls.gen.ts`. */
export type CallsOf<Endpoints extends Record<string, Endpoint>> = {
  readonly [Name in keyof Endpoints]: CallOf<Endpoints[Name]>
}

export type CallInput<E extends Endpoint> = Given<'params', ParamsInput<E>> &
  Given<'query', QueryInput<E>> &
  Given<'body', BodyInput<E>> & {
    /** For endpoints that take a form. */
    form?: FormData
    signal?: AbortSignal
    /** Lets the call continue after the page is closed. The browser then limits its body to 64 KB. */
    keepalive?: boolean
    /** Extra request headers. Ignored when `onProgress` is given. */
    headers?: Record<string, string>
    /** Whether to ask the person if something newer was saved meanwhile; true by default. */
    asks?: boolean
    /** Describes the sent and the saved value by label, when people are asked. */
    describe?: (value: BodyInput<E> | ResponseOf<E>) => Record<string, string>
    /** Called with the sent share of a form, from 0 to 1. */
    onProgress?: (sent: number) => void
  }

interface RawAnswer {
  status: number
  statusText: string
  body: string
  header(name: string): string | null
}

/** A call that was answered 401. */
interface Unauthorized {
  /** Whether a person did something, such as sending a form; false if a page only read data. */
  isAction: boolean
}

type UnauthorizedListener = (call: Unauthorized) => void
const unauthorizedListeners = new Set<UnauthorizedListener>()

/** Calls `listener` whenever any call is answered 401. Returns a function that stops it. */
export function onUnauthorized(listener: UnauthorizedListener): () => void {
  unauthorizedListeners.add(listener)
  return () => unauthorizedListeners.delete(listener)
}

/** The URL of an endpoint with its parameters and query filled in. */
export function urlOf(
  { path: pattern }: { path: string },
  input: { params?: unknown; query?: unknown } = {},
): string {
  // Both are plain objects wherever an endpoint declares them; the types enforce this on callers.
  const params = (input.params ?? {}) as Record<string, unknown>
  const query = (input.query ?? {}) as Record<string, unknown>
  const path = pattern.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

/**
 * Calls an endpoint of the contract. Throws an ApiError for every answer that is not a success. If a
 * change needs a step-up, the person is asked for it and the call is repeated; a read that needs one
 * throws `step_up`, and the page offers the step-up instead.
 *
 * If the version that a change began from is outdated, the person sees both and chooses: their own is
 * sent again, or the newer one is the answer (`isNewer`).
 */
export async function call<Call extends AnyCall>(
  endpoint: Call,
  input: CallInput<EndpointOf<Call>>,
): Promise<ResponseOf<EndpointOf<Call>>> {
  try {
    return await callOnce(endpoint, input)
  } catch (error) {
    const isAsked = isStepUp(error) && endpoint.method !== 'GET'
    if (isAsked && (await confirmIdentity())) return call(endpoint, input)
    const newer = error instanceof ApiError ? error.newer : undefined
    if (!newer || input.asks === false) throw error
    const conflict = {
      mine: sentFields(input),
      newer,
      isOwn: endpoint.who === 'member',
      // It gets the body that it belongs to, and the answer of the same call.
      describe: input.describe as VersionConflict['describe'],
    }
    const choice = isSame(conflict) ? 'sent' : await chooseVersion(conflict)
    // The time limit of the outbox is over while the person decides.
    const signal = input.signal?.aborted ? undefined : input.signal
    if (choice === 'mine') {
      return call(endpoint, { ...input, ...based(input, versionIn(newer)), signal })
    }
    if (choice === undefined) throw error
    if (choice === 'newer') markNewer(newer)
    // The server sends it as the call would answer it.
    return newer as ResponseOf<EndpointOf<Call>>
  }
}

interface Sent {
  body?: unknown
  form?: FormData
}

function sentFields({ body, form }: Sent): object {
  if (form) return Object.fromEntries(form)
  return body instanceof Object ? body : {}
}

/** The sent values, as a change of another version. */
function based({ body, form }: Sent, version = ''): Sent {
  form?.set('version', version)
  return { ...(body instanceof Object && { body: { ...body, version } }), form }
}

export function isStepUp(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'step_up'
}

async function callOnce<Call extends AnyCall>(
  endpoint: Call,
  input: CallInput<EndpointOf<Call>>,
): Promise<ResponseOf<EndpointOf<Call>>> {
  const answer = await send(endpoint, input).catch(throwUnreachable)
  // A wrong password on the sign-in page doesn't mean that a session ended.
  const isAction = endpoint.method !== 'GET' && endpoint.who !== 'any'
  if (answer.status === 401) notifyUnauthorized({ isAction })
  if (answer.status >= 400) throw errorOf(answer)
  const parsed: unknown = answer.body === '' ? undefined : JSON.parse(answer.body)
  // The server parsed this answer with the response schema that the type derives from.
  if (!endpoint.paged) return parsed as ResponseOf<EndpointOf<Call>>
  return { items: parsed, total: Number(answer.header('X-Total-Count')) } as ResponseOf<
    EndpointOf<Call>
  >
}

/** For `catch` after a `fetch`. */
export function throwUnreachable(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
  throw new ApiError({
    status: 0,
    code: 'offline',
    sentence: 'We could not reach the server. Check your connection and try again.',
    body: 'unreachable',
  })
}

function send<Call extends AnyCall>(
  endpoint: Call,
  input: CallInput<EndpointOf<Call>>,
): Promise<RawAnswer> {
  const url = urlOf(endpoint, input)
  return input.form && input.onProgress
    ? sendWithProgress(endpoint, url, input)
    : sendPlainly(endpoint, url, input)
}

async function sendPlainly<Call extends AnyCall>(
  endpoint: Call,
  url: string,
  input: CallInput<EndpointOf<Call>>,
): Promise<RawAnswer> {
  const json = input.body === undefined ? undefined : JSON.stringify(input.body)
  const response = await sendRequest(url, {
    method: endpoint.method,
    credentials: 'include',
    body: input.form ?? json ?? null,
    headers: {
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...input.headers,
    },
    signal: input.signal ?? null,
    keepalive: input.keepalive ?? false,
  })
  return {
    status: response.status,
    statusText: response.statusText,
    body: await response.text(),
    header: (name) => response.headers.get(name),
  }
}

/** `fetch` doesn't report upload progress; XMLHttpRequest does. */
function sendWithProgress<Call extends AnyCall>(
  endpoint: Call,
  url: string,
  input: CallInput<EndpointOf<Call>>,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, url)
    request.upload.onprogress = (event) => input.onProgress?.(event.loaded / event.total)
    request.onerror = () => reject(new Error('network'))
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
    request.onload = () =>
      resolve({
        status: request.status,
        statusText: request.statusText,
        body: request.responseText,
        header: (name) => request.getResponseHeader(name),
      })
    input.signal?.addEventListener('abort', () => request.abort())
    request.send(input.form ?? null)
  })
}

export function notifyUnauthorized(call: Unauthorized): void {
  for (const listener of unauthorizedListeners) listener(call)
}

export function errorOf(answer: RawAnswer): ApiError {
  const body = readErrorBody(answer.body)
  return new ApiError({
    status: answer.status,
    code: body?.code ?? 'internal',
    sentence: body?.message ?? 'Something went wrong. Please try again.',
    body: answer.body || answer.statusText,
    fields: body?.fields,
    retryAfterSeconds: Number(answer.header('Retry-After')) || undefined,
    newer: body?.newer instanceof Object ? body.newer : undefined,
    secondLook: body?.secondLook,
  })
}

function readErrorBody(text: string): Partial<ErrorBody> | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined
  } catch {
    return undefined
  }
}

/** How API calls are sent: by `fetch` in the browser, in-process while the server renders a page. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>

let transport: Transport = (url, init) => fetch(url, init)

export function setTransport(next: Transport): void {
  transport = next
}

export function sendRequest(url: string, init: RequestInit): Promise<Response> {
  return transport(url, init)
}

/** For a page that is being left: further calls wait forever. */
export function stopSending(): void {
  setTransport(() => new Promise(() => undefined))
}
