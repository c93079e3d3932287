import { request as httpRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { WireAnswer } from './judge.ts'
import type { Target } from './run.ts'

/** If an answer takes longer than this, the server counts as hung. */
const PATIENCE_MS = 60_000

/** Generates a new IP address for each request, so that limits per address don't apply. */
function addresses(): () => string {
  let count = 0
  return () => {
    count += 1
    return `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`
  }
}

/** Sends requests to an application in this process. */
export function injectInto(app: FastifyInstance): Target['send'] {
  const nextAddress = addresses()
  return async ({ method, url, headers, payload }, { isStream }) => {
    // The methods in a document are HTTP methods.
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

/** The answer with its body decompressed. */
function answerOf(status: number, headers: WireAnswer['headers'], bytes: Buffer): WireAnswer {
  const encoding = bytes.length > 0 ? headers['content-encoding'] : undefined
  if (encoding === 'br') return { status, headers, bytes: brotliDecompressSync(bytes) }
  if (encoding === 'gzip') return { status, headers, bytes: gunzipSync(bytes) }
  return { status, headers, bytes }
}

/** Sends requests over the network to a server that trusts one proxy. */
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
