import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, type RequestOptions, request } from 'node:https'
import { buffer } from 'node:stream/consumers'

/** An attempt without an answer within this time counts as failed, as if the person gave up. */
const LIMIT_MS = 30_000

export interface ClientCall {
  method?: 'GET' | 'POST'
  path: string
  cookie: string
  json?: object
  form?: FormData
}

export interface ClientAnswer {
  /** 0 if there was no answer: the connection failed or it took too long. */
  status: number
  ms: number
  body: Buffer
}

/** Makes calls through nginx over keep-alive connections, like browsers. */
export interface SiteClient {
  /** The pages' origin. */
  origin: string
  call(call: ClientCall): Promise<ClientAnswer>
  /** Opens a stream that stays open; undefined if it was refused. */
  open(path: string, cookie: string): Promise<IncomingMessage | undefined>
  close(): void
}

/** @param publicUrl the site's origin, whose port may differ from that of nginx */
export function createSiteClient(port: number, publicUrl: string): SiteClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 })
  const place = { host: '127.0.0.1', port, rejectUnauthorized: false }
  const exchange = async ({ method = 'GET', path, cookie, json, form }: ClientCall) => {
    const sent = json ? jsonBody(json) : form ? await formBody(form) : undefined
    const headers = {
      cookie,
      ...(method !== 'GET' && { origin: publicUrl }),
      ...(sent && { 'content-type': sent.type, 'content-length': String(sent.bytes.length) }),
    }
    return answerOf({ ...place, agent, method, path, headers, timeout: LIMIT_MS }, sent?.bytes)
  }
  return {
    origin: publicUrl,
    call: async (call) => {
      const startedAt = performance.now()
      const answer = await exchange(call).catch(() => ({ status: 0, body: Buffer.alloc(0) }))
      return { ...answer, ms: performance.now() - startedAt }
    },
    open: async (path, cookie) => {
      const outgoing = request({ ...place, agent: false, path, headers: { cookie } })
      outgoing.on('error', () => {})
      const ended = once(outgoing, 'close').then(() => undefined)
      const answered = once(outgoing, 'response').then(
        ([response]: IncomingMessage[]) => response,
        () => undefined,
      )
      outgoing.end()
      const response = await Promise.race([answered, ended])
      if (response?.statusCode === 200) return response
      response?.destroy()
      return undefined
    },
    close: () => agent.destroy(),
  }
}

async function answerOf(
  options: RequestOptions,
  body: Buffer | undefined,
): Promise<{ status: number; body: Buffer }> {
  const outgoing = request(options)
  outgoing.on('timeout', () => outgoing.destroy(new Error('No answer in time.')))
  const answered = once(outgoing, 'response')
  outgoing.end(body)
  const [response]: IncomingMessage[] = await answered
  if (!response) return { status: 0, body: Buffer.alloc(0) }
  return { status: response.statusCode ?? 0, body: await buffer(response) }
}

function jsonBody(json: object): { type: string; bytes: Buffer } {
  return { type: 'application/json', bytes: Buffer.from(JSON.stringify(json)) }
}

async function formBody(form: FormData): Promise<{ type: string; bytes: Buffer }> {
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  return { type, bytes: Buffer.from(await encoded.arrayBuffer()) }
}
