import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import Stripe from 'stripe'
import { closeServer, listenLocally } from '#server/testing/local-server.ts'
import { cutOff, drip, sendJson } from '#server/testing/provider-answers.ts'
import { StripeTestAccount, type TestEvent } from './stripe-account.ts'
import { answerCall, type Form, StripeRefusal } from './stripe-calls.ts'
import { payPage } from './stripe-pages.ts'

/**
 * How the server behaves. `busy`, `failing` and `refusing` send an error that contains personal data;
 * `lost` handles the next call but never sends the response.
 */
export type Behavior =
  | 'well'
  | 'silent'
  | 'dripping'
  | 'cut'
  | 'lost'
  | 'busy'
  | 'failing'
  | 'refusing'
  | 'html'
  | 'empty'

export interface ReceivedCall {
  method: string
  /** `/v1/products`. */
  path: string
  /** The form as it was sent, percent-decoded. */
  form: URLSearchParams
  idempotencyKey: string | undefined
  version: string | undefined
}

/** A signed call to a webhook. */
export interface SignedEvent {
  type: string
  body: Buffer
  headers: { 'content-type': string; 'stripe-signature': string }
}

export interface StripeTestServer {
  /** Origin, for `apiBase` or `STRIPE_API_BASE`; it also serves the payment pages. */
  url: string
  secretKey: string
  webhookSecret: string
  /** The account's objects, and what buyers, banks and time do: `pay`, `renew`, `refund`, `advance`, … */
  account: StripeTestAccount
  received: ReceivedCall[]
  behave(behavior: Behavior): void
  /** The events since the last call, signed now, in the order in which they happened. */
  takeEvents(): SignedEvent[]
  /**
   * Posts events to this URL from now on, one after the other, each until it is accepted. Undefined:
   * keeps them for `takeEvents` again.
   */
  deliverTo(webhookUrl: string | undefined): void
  stop(): Promise<void>
}

const SECRET_KEY = 'sk_test_local'
const WEBHOOK_SECRET = 'whsec_local'

/** Serves Stripe's HTTP API on a free local port, for tests. */
export async function startStripeServer(): Promise<StripeTestServer> {
  let behavior: Behavior = 'well'
  const received: ReceivedCall[] = []
  const kept: TestEvent[] = []
  const stopped = new AbortController()
  let deliver: ((event: TestEvent) => void) | undefined
  let last = Promise.resolve()
  const replays = new Map<string, { fingerprint: string; status: number; body: object }>()

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', account.origin)
    if (!url.pathname.startsWith('/v1/')) return payPage(account, { request, response, url })
    const call = await readCall(request, url)
    received.push(call)
    if (behavior !== 'well' && behavior !== 'lost') return misbehave(behavior, response)
    const { status, body } = answerOnce(account, { request, call, replays })
    if (behavior === 'lost') {
      behavior = 'well'
      return response.destroy()
    }
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_local' })
    response.end(JSON.stringify(body))
  })
  const url = `http://127.0.0.1:${await listenLocally(server)}`
  const account = new StripeTestAccount(url, (event) => {
    if (deliver) deliver(event)
    else kept.push(event)
  })
  return {
    url,
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    account,
    received,
    behave: (next) => {
      behavior = next
    },
    takeEvents: () => kept.splice(0).map(sign),
    deliverTo: (webhookUrl) => {
      deliver =
        webhookUrl === undefined
          ? undefined
          : (event) => {
              last = last.then(() => post(webhookUrl, event, stopped.signal))
            }
      if (deliver) kept.splice(0).forEach(deliver)
    },
    stop: async () => {
      stopped.abort()
      await closeServer(server)
    },
  }
}

function sign(event: TestEvent): SignedEvent {
  const payload = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  return { type: event.type, body: Buffer.from(payload), headers }
}

/** Retries until the event is accepted, as Stripe does, only faster. */
async function post(webhookUrl: string, event: TestEvent, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { body, headers } = sign(event)
    const answer = await fetch(webhookUrl, { method: 'POST', body, headers, signal }).catch(
      () => {},
    )
    if (answer?.ok) return
    await wait(200, undefined, { signal }).catch(() => {})
  }
}

async function readCall(request: IncomingMessage, url: URL): Promise<ReceivedCall> {
  const { method = 'GET', headers } = request
  const body = await readText(request)
  return {
    method,
    path: url.pathname,
    form: new URLSearchParams(body || url.search),
    idempotencyKey: headers['idempotency-key']?.toString(),
    version: headers['stripe-version']?.toString(),
  }
}

/** Repeats the response for a known idempotency key, and refuses the key for a different call. */
function answerOnce(
  account: StripeTestAccount,
  input: {
    request: IncomingMessage
    call: ReceivedCall
    replays: Map<string, { fingerprint: string; status: number; body: object }>
  },
): { status: number; body: object } {
  const { request, call, replays } = input
  if (request.headers.authorization !== `Bearer ${SECRET_KEY}`) return unauthorized()
  const key = call.method === 'POST' ? call.idempotencyKey : undefined
  const fingerprint = createHash('sha256').update(`${call.path}?${call.form}`).digest('hex')
  const known = key === undefined ? undefined : replays.get(key)
  if (known && known.fingerprint !== fingerprint) {
    const message = 'Keys for idempotent requests can only be used with the same parameters.'
    return { status: 400, body: { error: { type: 'idempotency_error', message } } }
  }
  if (known) return known
  const { status, body } = answerFreely(account, call)
  if (key !== undefined) replays.set(key, { fingerprint, status, body })
  return { status, body }
}

function answerFreely(
  account: StripeTestAccount,
  { method, path, form }: ReceivedCall,
): { status: number; body: object } {
  try {
    const call = { method, path: path.slice('/v1'.length), form: nest(form) }
    return { status: 200, body: answerCall(account, call) }
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    return { status: error.status, body: error.body }
  }
}

function unauthorized(): { status: number; body: object } {
  const error = { type: 'invalid_request_error', message: 'Invalid API Key provided' }
  return { status: 401, body: { error } }
}

function nest(flat: URLSearchParams): Form {
  const form: Form = {}
  for (const [path, value] of flat) {
    const names = path.split(/[[\]]+/).filter(Boolean)
    let at = form
    for (const name of names.slice(0, -1)) {
      const next = at[name]
      const inner: Form = typeof next === 'object' ? next : {}
      at[name] = inner
      at = inner
    }
    at[names.at(-1) ?? ''] = value
  }
  return form
}

const REFUSALS = { busy: 429, failing: 500, refusing: 401 }

function misbehave(behavior: Exclude<Behavior, 'well' | 'lost'>, response: ServerResponse): void {
  switch (behavior) {
    case 'silent':
      return
    case 'dripping':
      drip(response)
      return
    case 'cut':
      cutOff(response, '{"id": "cs_')
      return
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in to the Wi-Fi')
      return
    case 'empty':
      sendJson(response, {})
      return
    default: {
      const message = `Not for buyer@example.org with ${SECRET_KEY}`
      sendJson(response, { error: { type: 'api_error', message } }, REFUSALS[behavior])
    }
  }
}
