import { request as makeRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { ServerProcess } from './server-process.ts'

export interface FloodAnswer {
  /** 0 if the connection ended without a response. */
  status: number
  text: string
  retryAfter: string | undefined
}

/** Sends a request on a new connection. */
export function post(
  { host, port, url }: ServerProcess,
  input: { path: string; body: string | Buffer; method?: string; headers?: Record<string, string> },
): Promise<FloodAnswer> {
  return new Promise((resolve) => {
    const request = makeRequest({
      host,
      port,
      method: input.method ?? 'POST',
      path: input.path,
      agent: false,
      headers: {
        origin: url,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(input.body),
        ...input.headers,
      },
    })
    const fail = (): void => resolve({ status: 0, text: '', retryAfter: undefined })
    request.on('error', fail)
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('error', fail)
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, text, retryAfter: headers['retry-after'] })
      })
    })
    request.end(input.body)
  })
}

/**
 * Unlike `fetch`, waits longer than ten seconds for a connection, because a flood on a slow machine
 * can take that long.
 */
export function get(
  server: ServerProcess,
  path: string,
  headers: Record<string, string> = {},
): Promise<FloodAnswer> {
  return post(server, { method: 'GET', path, body: '', headers })
}

/** A connection that sends raw text; `closed` resolves to what it received once it is closed. */
export interface RawConnection {
  socket: Socket
  closed: Promise<string>
}

export async function openRaw(
  { host, port }: Pick<ServerProcess, 'host' | 'port'>,
  head: string,
): Promise<RawConnection> {
  const socket = connect(port, host)
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  // A reset counts as a normal end.
  socket.on('error', () => undefined)
  // `once` of node:events would turn a reset into a failure of the test.
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(text))
  })
  const connected = new Promise<void>((resolve) => {
    socket.once('connect', () => resolve())
  })
  await Promise.race([connected, closed])
  socket.write(head)
  return { socket, closed }
}

/** Writes a byte every `everyMs` milliseconds until the connection ends. */
export async function drip({ socket }: RawConnection, everyMs: number): Promise<void> {
  while (socket.writable) {
    socket.write('x')
    await wait(everyMs)
  }
}

export function head(
  { url, host, port }: ServerProcess,
  input: { path: string; bytes: number; headers?: Record<string, string> },
): string {
  const headers = {
    host: `${host}:${port}`,
    origin: url,
    'content-type': 'application/json',
    'content-length': String(input.bytes),
    ...input.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`POST ${input.path} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}
