import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * How a provider's test server behaves. Error responses contain a person's name and a key. `lost`
 * carries out one call but never sends the response; `busy-once` refuses one call.
 */
export type Behavior =
  | 'well'
  | 'silent'
  | 'dripping'
  | 'cut'
  | 'failing'
  | 'refusing'
  | 'missing'
  | 'busy'
  | 'busy-once'
  | 'html'
  | 'empty'
  | 'nonsense'
  | 'lost'

/** All behaviors in which every call fails. */
export const BROKEN: readonly Behavior[] = [
  'silent',
  'dripping',
  'cut',
  'failing',
  'refusing',
  'busy',
  'html',
  'empty',
  'nonsense',
]

/** Text that must never be passed on. */
export const PROVIDER_WORDS = 'Ann Miller <ann@example.org> used key-of-the-provider'

const STATUS: Partial<Record<Behavior, number>> = {
  failing: 500,
  refusing: 401,
  missing: 404,
  busy: 429,
  'busy-once': 429,
}

export function misbehave(
  behavior: Behavior,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): void {
  switch (behavior) {
    case 'silent':
      return
    case 'dripping': {
      response.writeHead(200, { 'content-type': 'application/json' })
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
      return
    }
    case 'cut':
      request.socket.destroy()
      return
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${PROVIDER_WORDS}</p>`)
      return
    case 'empty':
      response.writeHead(200, { 'content-type': 'application/json' }).end()
      return
    case 'nonsense':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ name: 7, token: '', data: PROVIDER_WORDS, identity: [1] }))
      return
    default: {
      response.writeHead(STATUS[behavior] ?? 500, { 'content-type': 'application/json' })
      const words = { code: PROVIDER_WORDS, msg: PROVIDER_WORDS }
      response.end(JSON.stringify({ ...words, error: PROVIDER_WORDS, info: PROVIDER_WORDS }))
    }
  }
}
