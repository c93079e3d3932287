import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { closeServer, listenLocally } from '#server/testing/local-server.ts'
import { drip, sendJson } from '#server/testing/provider-answers.ts'

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

const STATUS = {
  failing: 500,
  refusing: 401,
  missing: 404,
  busy: 429,
  'busy-once': 429,
}

export interface ProviderServer {
  port: number
  behave(behavior: Behavior): void
  stop(): Promise<void>
}

/**
 * Serves a provider's API on a free local port. `answer` returns JSON or a file's bytes, and
 * `refusalOf` turns what it throws into a refusal.
 */
export async function startProviderServer(
  answer: (request: IncomingMessage) => Promise<object>,
  refusalOf: (error: unknown) => { status: number; body: object },
): Promise<ProviderServer> {
  let behavior: Behavior = 'well'
  const server = createServer((request, response) => {
    const current = behavior
    if (current === 'busy-once' || current === 'lost') behavior = 'well'
    if (current !== 'well' && current !== 'lost') return misbehave(current, { request, response })
    answer(request).then(
      (body) => {
        if (current === 'lost') return response.destroy()
        return Buffer.isBuffer(body) ? response.end(body) : sendJson(response, body)
      },
      (error: unknown) => {
        const { status, body } = refusalOf(error)
        sendJson(response, body, status)
      },
    )
  })
  return {
    port: await listenLocally(server),
    behave: (next) => {
      behavior = next
    },
    stop: () => closeServer(server),
  }
}

function misbehave(
  behavior: Exclude<Behavior, 'well' | 'lost'>,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): void {
  switch (behavior) {
    case 'silent':
      return
    case 'dripping':
      drip(response)
      return
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
      sendJson(response, { name: 7, token: '', data: PROVIDER_WORDS, identity: [1] })
      return
    default: {
      const words = { code: PROVIDER_WORDS, msg: PROVIDER_WORDS }
      const body = { ...words, error: PROVIDER_WORDS, info: PROVIDER_WORDS }
      sendJson(response, body, STATUS[behavior])
    }
  }
}
