import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import type { PushDevice } from '#server/ports/push/port.ts'
import { closeServer, listenLocally } from '#server/testing/local-server.ts'

/** A request that the push service received for a device. */
export interface ReceivedPush {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A browser that has subscribed. */
export interface TestDevice extends PushDevice {
  /** Decrypts a body that was encrypted for this device; throws for any other. */
  open(body: Buffer): string
}

/** A local push service that speaks the real protocol, with a self-signed certificate. */
export interface PushTestServer {
  origin: string
  /** PEM. */
  certificate: string
  received: ReceivedPush[]
  /** Sets the status of responses for a device; 201 by default. */
  answer(device: PushDevice, status: number, headers?: Record<string, string>): void
  newDevice(): TestDevice
  stop(): Promise<void>
}

export async function startPushServer(): Promise<PushTestServer> {
  const { key, certificate } = selfSigned()
  const received: ReceivedPush[] = []
  const answers = new Map<string, { status: number; headers: Record<string, string> }>()
  const server = createServer({ key, cert: certificate }, async (request, response) => {
    const path = request.url ?? ''
    received.push({ path, headers: request.headers, body: await buffer(request) })
    const { status, headers } = answers.get(path) ?? { status: 201, headers: {} }
    const isRedirect = status >= 300 && status < 400
    response.writeHead(status, isRedirect ? { Location: '/elsewhere' } : headers)
    response.end('An answer that nobody reads. '.repeat(1_000))
  })
  const origin = `https://localhost:${await listenLocally(server)}`
  return {
    origin,
    certificate,
    received,
    answer: ({ endpoint }, status, headers = {}) =>
      answers.set(new URL(endpoint).pathname, { status, headers }),
    newDevice: () => newDevice(`${origin}/push/${randomBytes(16).toString('base64url')}`),
    stop: () => closeServer(server),
  }
}

function newDevice(endpoint: string): TestDevice {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    endpoint,
    p256dh: ecdh.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
    open: (body) => decrypt(body, { ecdh, auth }),
  }
}

/** RFC 8291, section 3.4, and RFC 8188, section 2, for a single record. */
function decrypt(body: Buffer, { ecdh, auth }: { ecdh: ECDH; auth: Buffer }): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const secret = hkdf(ecdh.computeSecret(senderKey), auth, info, 32)
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

function hkdf(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}

/** Verifies the `Authorization` header as a push service does, and returns its content (RFC 8292). */
export function verifiedVapid(headers: IncomingHttpHeaders): {
  publicKey: string
  claims: { aud: string; exp: number; sub: string }
} {
  const [, token = '', publicKey = ''] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isValid) throw new Error('The signature is not of this key.')
  return { publicKey, claims: JSON.parse(Buffer.from(body, 'base64url').toString()) }
}

/** A certificate for localhost (RFC 5280), valid for a day. */
function selfSigned(): { key: string; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'))
  const commonName = der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, 'localhost'))
  const name = der(0x30, der(0x31, commonName))
  const day = 86_400_000
  const validity = der(0x30, time(Date.now() - day), time(Date.now() + day))
  const names = der(0x04, der(0x30, der(0x82, 'localhost')))
  const subjectAltName = der(0x30, Buffer.from('0603551d11', 'hex'), names)
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1, ...randomBytes(8))),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, subjectAltName)),
  )
  const signature = der(0x03, Buffer.of(0), sign('sha256', content, privateKey))
  const certificate = der(0x30, content, algorithm, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}

function time(ms: number): Buffer {
  return der(0x17, `${new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14)}Z`)
}

function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const { length } = content
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}
