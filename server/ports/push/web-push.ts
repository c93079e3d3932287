import { Agent, request } from 'node:https'
import { AppError } from '#server/domain/app-error.ts'
import {
  noPushAddress,
  type PushDelivery,
  type PushDevice,
  type PushSender,
  pushUnavailable,
} from './port.ts'
import { lookupPublic, requirePublicUrl } from './public-address.ts'

export interface WebPushOptions {
  /** How long one push may take, in milliseconds. */
  limitMs?: number
  /**
   * For tests: also allows push services in our own network, and trusts this certificate (PEM).
   */
  local?: { certificate: string }
}

const LIMIT_MS = 10_000
/** Every push service must accept 4,096 bytes (RFC 8030, section 7.2); this leaves room for encryption. */
const MOST_BYTES = 3_000

/** Sends pushes to any browser's push service with Web Push. The library is loaded on first use. */
export function createWebPushSender(options: WebPushOptions = {}): PushSender {
  const { local, limitMs = LIMIT_MS } = options
  const agent = new Agent(local ? { ca: local.certificate } : { lookup: lookupPublic })
  const urlOf = local ? localUrl : requirePublicUrl
  return {
    makeKeys: async () => (await library()).generateVAPIDKeys(),
    check: async (device) => {
      const endpoint = urlOf(device.endpoint).href
      const keys = { p256dh: unpadded(device.p256dh), auth: unpadded(device.auth) }
      await requireKeys(keys)
      return { endpoint, ...keys }
    },
    send: async (delivery) => {
      const url = urlOf(delivery.device.endpoint)
      const { headers, body } = await messageFor(delivery)
      const signal = AbortSignal.timeout(limitMs)
      return outcomeOf(await post({ url, headers, body, agent, signal }))
    },
  }
}

async function library(): Promise<typeof import('web-push')> {
  return (await import('web-push')).default
}

async function messageFor(
  delivery: PushDelivery,
): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const { device, keys, contact, payload, topic, keptSeconds: TTL } = delivery
  if (Buffer.byteLength(payload) > MOST_BYTES) throw new RangeError('A push is too long.')
  const { endpoint, p256dh, auth } = device
  const vapidDetails = { subject: contact, ...keys }
  const { headers, body } = (await library()).generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    payload,
    { vapidDetails, TTL, topic, contentEncoding: 'aes128gcm' },
  )
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return { headers: Object.fromEntries(texts), body }
}

/**
 * Posts to the push service and returns its status. The library's own request would buffer a
 * response of any length.
 */
function post(input: {
  url: URL
  headers: Record<string, string>
  body: Buffer
  agent: Agent
  signal: AbortSignal
}): Promise<number> {
  const { url, body, ...options } = input
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', ...options }, (response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The whole error may contain the address.
      reject(pushUnavailable(`push service: ${error.code ?? error.name}`))
    })
    sent.end(body)
  })
}

/** RFC 8030, section 7.3: 404 and 410 end a subscription for good. */
function outcomeOf(status: number): 'sent' | 'gone' {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  throw pushUnavailable(`push service: status ${status}`)
}

/** Checks the keys by encrypting something: the public key must be a point on the curve. */
async function requireKeys({ p256dh, auth }: Omit<PushDevice, 'endpoint'>): Promise<void> {
  const { encrypt } = await library()
  try {
    encrypt(p256dh, auth, 'proof', 'aes128gcm')
  } catch (cause) {
    throw new AppError('invalid_input', 'This isn’t a push key.', { cause })
  }
}

function localUrl(endpoint: string): URL {
  if (!URL.canParse(endpoint) || !endpoint.startsWith('https:')) throw noPushAddress()
  return new URL(endpoint)
}

function unpadded(base64url: string): string {
  return base64url.replace(/=+$/, '')
}
