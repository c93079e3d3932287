import { request as httpRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { WireAnswer } from './judge.ts'
import type { Target } from './run.ts'

/** An answer that takes longer than this means that the server hangs. */
const PATIENCE_MS = 60_000

/** Each request comes from an address of its own, so that limits per address stay out of the way. */
function addresses(): () => string {
  let count = 0
  return () => {
    count += 1
    return `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`
  }
}

/** Sends to an application in this process. */
export function injectInto(app: FastifyInstance): Target['send'] {
  const nextAddress = addresses()
  return async ({ method, url, headers, payload }, { isStream }) => {
    // The methods of a document are those of HTTP.
    const options = { method, url, headers, payload, remoteAddress: nextAddress() } as InjectOptions
    if (!isStream) {
      const response = await app.inject(options)
      return answerOf(response.statusCode, response.headers, response.rawPayload)
    }
    const response = await app.inject({ ...options, payloadAsStream: true })
    const { statusCode: status } = response
    const stream = response.stream()
    if (status !== 200) return { status, headers: response.headers, bytes: await buffer(stream) }
    stream.destroy()
    return { status, headers: response.headers, bytes: Buffer.alloc(0) }
  }
}

/** An answer as it was before it was compressed for the way. */
function answerOf(status: number, headers: WireAnswer['headers'], bytes: Buffer): WireAnswer {
  const encoding = bytes.length > 0 ? headers['content-encoding'] : undefined
  if (encoding === 'br') return { status, headers, bytes: brotliDecompressSync(bytes) }
  if (encoding === 'gzip') return { status, headers, bytes: gunzipSync(bytes) }
  return { status, headers, bytes }
}

/** Sends to a server over the network, which trusts one proxy in front of it. */
export function sendTo(origin: string): Target['send'] {
  const nextAddress = addresses()
  return ({ method, url, headers, payload }, { isStream }) =>
    new Promise<WireAnswer>((resolve, reject) => {
      const forwarded = headers['x-forwarded-for']
      const hops = [...(forwarded ? [forwarded] : []), nextAddress()].join(', ')
      const asking = httpRequest(
        new URL(url, origin),
        {
          method,
          headers: {
            ...headers,
            'x-forwarded-for': hops,
            ...(payload && { 'content-length': payload.length }),
          },
          timeout: PATIENCE_MS,
        },
        (response) => {
          const { statusCode: status = 0 } = response
          const answer = (bytes: Buffer): void => resolve(answerOf(status, response.headers, bytes))
          if (isStream && status === 200) {
            asking.destroy()
            return answer(Buffer.alloc(0))
          }
          buffer(response).then(answer, reject)
        },
      )
      asking.on('timeout', () => asking.destroy(new Error(`No answer to ${method} ${url}`)))
      asking.on('error', reject)
      asking.end(payload)
    })
}
