import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { Agent, request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { AppError } from '#server/domain/app-error.ts'
import {
  noPushAddress,
  type PushDelivery,
  type PushDevice,
  type PushSender,
  pushUnavailable,
} from './port.ts'

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
 * Posts to the push service and returns its answer. The library's own request would buffer a
 * response of any length.
 */
function post(input: {
  url: URL
  headers: Record<string, string>
  body: Buffer
  agent: Agent
  signal: AbortSignal
}): Promise<PushAnswer> {
  const { url, body, ...options } = input
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', ...options }, (response) => {
      const { statusCode: status = 0, headers } = response
      resolve({ status, retryAfter: headers['retry-after'] })
      response.destroy()
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The whole error may contain the address.
      reject(pushUnavailable(`push service: ${error.code ?? error.name}`))
    })
    sent.end(body)
  })
}

interface PushAnswer {
  status: number
  /** The header: seconds or an HTTP date (RFC 9110, section 10.2.3). */
  retryAfter: string | undefined
}

/** The service takes no push like this one, or none with our key (RFC 8030, RFC 8292). */
const REFUSED = new Set([400, 401, 403, 413])

/** RFC 8030, section 7.3: 404 and 410 end a subscription for good. */
function outcomeOf({ status, retryAfter }: PushAnswer): 'sent' | 'gone' | 'refused' {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  if (REFUSED.has(status)) return 'refused'
  throw pushUnavailable(`push service: status ${status}`, secondsIn(retryAfter))
}

/** Undefined if the service doesn't say for how long to wait. */
function secondsIn(retryAfter = ''): number | undefined {
  const seconds = /^\d{1,6}$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1_000)
  return seconds > 0 ? seconds : undefined
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

/** IPv4 ranges that are not public (IANA's special-purpose address registry). */
const SPECIAL: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
/** Ranges within IPv6's global unicast space that are not public or that map to IPv4 addresses. */
const SPECIAL_6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|test|invalid|arpa)$/

const special = new BlockList()
for (const [net, prefix] of SPECIAL) special.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of SPECIAL_6) special.addSubnet(net, prefix, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is reachable by anyone over the internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4')
    case 6:
      return global6.check(address, 'ipv6') && !special.check(address, 'ipv6')
    default:
      return false
  }
}

/**
 * Parses the address of a push service. Throws `invalid_input` unless it is https on the default
 * port at a public host name.
 */
function requirePublicUrl(endpoint: string): URL {
  if (!URL.canParse(endpoint)) throw noPushAddress()
  const url = new URL(endpoint)
  const { protocol, port, username, password, hostname } = url
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === ''
  const isName = hostname.includes('.') && !hostname.startsWith('[') && isIP(hostname) === 0
  if (!isPlain || !isName || PRIVATE_NAMES.test(hostname.replace(/\.$/, ''))) throw noPushAddress()
  return url
}

/**
 * Resolves a name to its public addresses at the time of connecting, so that a name that points into
 * our own network, even if only since the last check, is not connected to.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  const all: LookupAllOptions = { hints: options.hints ?? 0, all: true }
  lookup(hostname, all, (error, found) => {
    if (error) return callback(error, '')
    const open = found.filter(({ address }) => isPublicAddress(address))
    const [first] = open
    if (!first) return callback(new NotPublicError(), '')
    if (options.all) callback(null, open)
    else callback(null, ...pair(first))
  })
}

class NotPublicError extends Error {
  readonly code = 'NOT_PUBLIC'
}

function pair({ address, family }: LookupAddress): [string, number] {
  return [address, family]
}
