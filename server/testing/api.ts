import type { FastifyInstance, InjectOptions } from 'fastify'
import type {
  BodyInput,
  Endpoint,
  ParamsInput,
  QueryInput,
  ResponseOf,
} from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/errors.ts'

/** Somebody who makes calls; without a cookie, a visitor. */
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
  /** Not narrowed to the contract: tests also send what it refuses. */
  body?: BodyInput<E> | Record<string, unknown>
  fields?: Record<string, string>
  files?: Record<string, TestFile>
  headers?: Record<string, string>
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

  constructor(app: FastifyInstance, cookie?: string) {
    this.#app = app
    this.#cookie = cookie
  }

  as(caller: Caller): TestApi {
    return new TestApi(this.#app, caller.cookie)
  }

  /** Whatever the server answers. */
  async request<E extends Endpoint>(endpoint: E, input: TestInput<E> = {}): Promise<TestResponse> {
    const form = input.fields || input.files ? multipart(input.fields, input.files) : undefined
    const options: InjectOptions = {
      method: endpoint.method,
      url: pathOf(endpoint, input.params),
      headers: {
        origin: 'http://localhost:3000',
        host: 'localhost:3000',
        ...(this.#cookie && { cookie: this.#cookie }),
        ...form?.headers,
        ...input.headers,
      },
      ...(input.query && { query: stringsOf(input.query) }),
      ...(form && { payload: form.payload }),
      ...(input.body !== undefined && { payload: input.body as Record<string, unknown> }),
    }
    const response = await this.#app.inject(options)
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.payload,
      bytes: response.rawPayload,
      json: isJson ? (JSON.parse(response.payload) as unknown) : undefined,
    }
  }

  /** The answer of a call that must succeed. */
  async call<E extends Endpoint>(endpoint: E, input: TestInput<E> = {}): Promise<ResponseOf<E>> {
    const response = await this.request(endpoint, input)
    if (response.status >= 300) {
      throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${response.text}`)
    }
    if (!endpoint.paged) return response.json as ResponseOf<E>
    const total = Number(response.headers['x-total-count'])
    return { items: response.json, total } as ResponseOf<E>
  }

  /** The error of a call that must be refused, with its status. */
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

function pathOf(endpoint: Endpoint, params: unknown): string {
  // Tests give a plain object wherever an endpoint has parameters.
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
