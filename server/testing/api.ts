import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type {
  BodyInput,
  Endpoint,
  ParamsInput,
  QueryInput,
  ResponseOf,
} from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/errors.ts'
import { Secrets } from './secrets.ts'

/** Someone who makes calls; with an empty cookie, a visitor. */
export interface Caller {
  cookie: string
}

export interface TestFile {
  bytes: Buffer
  filename: string
  contentType?: string
}

export interface TestInput<E extends Endpoint> {
  params?: ParamsInput<E>
  query?: QueryInput<E>
  /** Not limited to the contract: tests also send invalid bodies. */
  body?: BodyInput<E> | Record<string, unknown>
  fields?: Record<string, string>
  files?: Record<string, TestFile>
  /** An empty `origin` leaves the header out. */
  headers?: Record<string, string>
  /** Sent as it is, in place of a JSON body. */
  payload?: string
  /** The caller's network address. */
  address?: string
}

export interface TestResponse {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  bytes: Buffer
  json: unknown
}

/** Makes calls of the contract against the real application, without a network. */
export class TestApi {
  readonly #app: FastifyInstance
  readonly #cookie: string | undefined
  readonly #address: string | undefined
  readonly #secrets: Secrets
  readonly #jar: CookieJar

  constructor(
    app: FastifyInstance,
    caller: { cookie?: string; address?: string; secrets?: Secrets; jar?: CookieJar } = {},
  ) {
    this.#app = app
    this.#cookie = caller.cookie
    this.#address = caller.address
    this.#secrets = caller.secrets ?? new Secrets()
    // The cookie that binds a code to its browser is always kept, so tests need not pass it on.
    this.#jar = caller.jar ?? new CookieJar(/-code$/)
  }

  as(caller: Caller): TestApi {
    return this.#with({ cookie: caller.cookie })
  }

  /** The same caller from another network address, for rate limits. */
  from(address: string): TestApi {
    return this.#with({ address })
  }

  /** A new browser that keeps every cookie it receives. */
  browser(): TestApi {
    return this.#with({ cookie: '', jar: new CookieJar(/./) })
  }

  #with(changes: { cookie?: string; address?: string; jar?: CookieJar }): TestApi {
    return new TestApi(this.#app, {
      ...(this.#cookie && { cookie: this.#cookie }),
      ...(this.#address && { address: this.#address }),
      secrets: this.#secrets,
      jar: this.#jar,
      ...changes,
    })
  }

  /** Makes a call and returns any response, errors included. */
  async request<E extends Endpoint>(endpoint: E, input: TestInput<E> = {}): Promise<TestResponse> {
    const form = input.fields || input.files ? multipart(input.fields, input.files) : undefined
    const address = input.address ?? this.#address
    const cookie = [this.#cookie, this.#jar.header()].filter(Boolean).join('; ')
    const options: InjectOptions = {
      method: endpoint.method,
      url: pathOf(endpoint, input.params),
      ...(address && { remoteAddress: address }),
      headers: withoutEmpty({
        origin: 'http://localhost:3000',
        host: 'localhost:3000',
        ...(cookie && { cookie }),
        ...form?.headers,
        ...input.headers,
      }),
      ...(input.query && { query: stringsOf(input.query) }),
      ...(form && { payload: form.payload }),
      ...(input.body !== undefined && { payload: input.body as Record<string, unknown> }),
      ...(input.payload !== undefined && { payload: input.payload }),
    }
    this.#secrets.add(address, tokenOf(this.#cookie))
    this.#secrets.addBody(input.body)
    if (endpoint.response === 'events') return this.#openStream(options)
    const response = await this.#app.inject(options)
    for (const line of setCookies(response.headers['set-cookie'])) {
      this.#secrets.add(tokenOf(line))
      this.#jar.keep(line)
    }
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.payload,
      bytes: response.rawPayload,
      json: isJson ? (JSON.parse(response.payload) as unknown) : undefined,
    }
  }

  /** Reads the head of a response that never ends, then closes it. */
  async #openStream(options: InjectOptions): Promise<TestResponse> {
    const response = await this.#app.inject({ ...options, payloadAsStream: true })
    const { statusCode: status, headers } = response
    const stream = response.stream()
    if (status === 200) {
      stream.destroy()
      return { status, headers, text: '', bytes: Buffer.alloc(0), json: undefined }
    }
    const bytes = await buffer(stream)
    const text = bytes.toString()
    return { status, headers, text, bytes, json: JSON.parse(text) as unknown }
  }

  /** Makes a call that must succeed and returns its response. */
  async call<E extends Endpoint>(endpoint: E, input: TestInput<E> = {}): Promise<ResponseOf<E>> {
    const response = await this.request(endpoint, input)
    if (response.status >= 300) {
      throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${response.text}`)
    }
    if (!endpoint.paged) return response.json as ResponseOf<E>
    const total = Number(response.headers['x-total-count'])
    return { items: response.json, total } as ResponseOf<E>
  }

  /** Makes a call that sets a session cookie and returns that cookie for later calls. */
  async signIn<E extends Endpoint>(endpoint: E, input: TestInput<E>): Promise<Caller> {
    const response = await this.request(endpoint, input)
    if (response.status >= 300) {
      throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${response.text}`)
    }
    return { cookie: cookieOf(response) }
  }

  /** Makes a call that must be refused and returns its error with the status. */
  async refuse<E extends Endpoint>(
    endpoint: E,
    input: TestInput<E> = {},
  ): Promise<ErrorBody & { status: number }> {
    const response = await this.request(endpoint, input)
    if (response.status < 400) {
      throw new Error(`${endpoint.method} ${endpoint.path} succeeded: ${response.status}`)
    }
    return { ...ErrorBody.parse(response.json), status: response.status }
  }
}

/** A browser's cookies; keeps only those whose names match. */
class CookieJar {
  readonly #names: RegExp
  readonly #cookies = new Map<string, string>()

  constructor(names: RegExp) {
    this.#names = names
  }

  keep(line: string): void {
    const [pair = ''] = line.split(';')
    const [name = '', value = ''] = pair.split('=')
    if (value === '') this.#cookies.delete(name)
    else if (this.#names.test(name)) this.#cookies.set(name, value)
  }

  header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}

/** Every `Set-Cookie` header of a response. */
export function setCookies(header: TestResponse['headers'][string]): string[] {
  if (header === undefined) return []
  return Array.isArray(header) ? header : [String(header)]
}

function tokenOf(cookie: string | undefined): string | undefined {
  return cookie?.split(';')[0]?.split('=')[1]
}

/** The name and value of the session cookie that a response sets. */
export function cookieOf(response: TestResponse): string {
  return setCookies(response.headers['set-cookie'])[0]?.split(';')[0] ?? ''
}

function withoutEmpty(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
}

function pathOf(endpoint: Endpoint, params: unknown): string {
  // Tests pass a plain object if an endpoint has parameters.
  const values = (params ?? {}) as Record<string, unknown>
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  )
}

function stringsOf(query: unknown): Record<string, string> {
  const entries = Object.entries(query as Record<string, unknown>)
  return Object.fromEntries(
    entries
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
}

function multipart(
  fields: Record<string, string> = {},
  files: Record<string, TestFile> = {},
): { headers: Record<string, string>; payload: Buffer } {
  const boundary = `folx-${crypto.randomUUID()}`
  const parts: Buffer[] = []
  for (const [name, value] of Object.entries(fields)) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`
    parts.push(Buffer.from(`${head}${value}\r\n`))
  }
  for (const [name, file] of Object.entries(files)) {
    const disposition = `Content-Disposition: form-data; name="${name}"; filename="${file.filename}"`
    const type = `Content-Type: ${file.contentType ?? 'application/octet-stream'}`
    parts.push(Buffer.from(`--${boundary}\r\n${disposition}\r\n${type}\r\n\r\n`))
    parts.push(file.bytes, Buffer.from('\r\n'))
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat(parts),
  }
}
