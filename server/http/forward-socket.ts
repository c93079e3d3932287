import { type IncomingMessage, request as requestHttp, STATUS_CODES } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Duplex } from 'node:stream'
import { HOP_HEADER } from './forward.ts'

const LIMIT_MS = 5_000
/** How long a refusal has to reach the browser. */
const REFUSAL_MS = 2_000
/** Seconds after which a page may try again if this node is full or another is unreachable. */
const RETRY_SECONDS = 5

/** A WebSocket's upgrade request, before it is answered. */
export interface Upgrade {
  request: IncomingMessage
  stream: Duplex
  head: Buffer
}

/** Forwards browsers' WebSockets to other nodes. */
export interface SocketForwarder {
  /**
   * Connects the socket to another node, as if the browser had connected to it directly. Refuses it
   * if that node can't be reached.
   */
  forward(upgrade: Upgrade, nodeUrl: string): void
  /** Cuts all forwarded sockets. */
  close(): void
}

export function createSocketForwarder(): SocketForwarder {
  const streams = new Set<Duplex>()
  return {
    forward: (upgrade, nodeUrl) => {
      const { stream } = upgrade
      streams.add(stream)
      stream.on('close', () => streams.delete(stream))
      forwardSocket(upgrade, nodeUrl)
    },
    close: () => {
      for (const stream of streams) stream.destroy()
    },
  }
}

function forwardSocket({ request, stream, head }: Upgrade, nodeUrl: string): void {
  const url = new URL(request.url ?? '/', nodeUrl)
  const make = url.protocol === 'https:' ? requestHttps : requestHttp
  const forwarded = make(url, {
    headers: { ...request.headers, [HOP_HEADER]: '1' },
    timeout: LIMIT_MS,
  })
  const giveUp = (): void => refuseUpgrade(stream, 503)
  forwarded.on('timeout', () => forwarded.destroy())
  forwarded.on('error', giveUp)
  forwarded.on('response', (response) => {
    response.resume()
    refuseUpgrade(stream, response.statusCode ?? 503)
  })
  forwarded.on('upgrade', (response, upstream, upstreamHead) => {
    upstream.setTimeout(0)
    const lines = pairs(response.rawHeaders).map(([name, value]) => `${name}: ${value}`)
    stream.write(['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n'))
    if (upstreamHead.length > 0) stream.write(upstreamHead)
    if (head.length > 0) upstream.write(head)
    join(stream, upstream)
  })
  stream.on('error', () => forwarded.destroy())
  stream.on('close', () => forwarded.destroy())
  forwarded.end()
}

/** Answers an upgrade request with an error, and closes the connection in any case. */
export function refuseUpgrade(stream: Duplex, status: number): void {
  if (stream.destroyed) return
  const timer = setTimeout(() => stream.destroy(), REFUSAL_MS).unref()
  stream.on('close', () => clearTimeout(timer))
  const reason = STATUS_CODES[status] ?? 'Refused'
  const wait = status === 503 ? `Retry-After: ${RETRY_SECONDS}\r\n` : ''
  stream.end(
    `HTTP/1.1 ${status} ${reason}\r\n${wait}Connection: close\r\nContent-Length: 0\r\n\r\n`,
    () => stream.destroy(),
  )
}

function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to)
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
  }
}

/** Pairs up raw headers, in which names and values alternate. */
function pairs(raw: readonly string[]): [string, string][] {
  const found: [string, string][] = []
  for (let index = 0; index < raw.length; index += 2) {
    found.push([raw[index] ?? '', raw[index + 1] ?? ''])
  }
  return found
}
