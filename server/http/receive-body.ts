import type { FastifyRequest } from 'fastify'
import { STORABLE } from '#contract/fields.ts'
import { AppError } from '#server/domain/app-error.ts'

/** The declared length of a body; undefined when it is sent in chunks, 0 when there is none. */
export function declaredBytes({ headers }: FastifyRequest): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined
  return Number(headers['content-length'] ?? 0)
}

/** Reads a body. Throws `too_large` before the first byte where its declared length is too large. */
export async function receiveBody(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  if ((declaredBytes(request) ?? 0) > maxBytes) throw tooLarge()
  const { raw } = request
  // It may have gone away while its caller was looked up, and then nothing comes any more.
  if (raw.destroyed) throw brokenOff(raw.errored)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const settle = (then: () => void): void => {
      raw.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
      // What still comes is thrown away, so that the answer can reach its caller.
      raw.resume()
      then()
    }
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length
      if (bytes > maxBytes) settle(() => reject(tooLarge()))
      else chunks.push(chunk)
    }
    const onEnd = (): void => settle(() => resolve(Buffer.concat(chunks, bytes)))
    const onBroken = (cause?: unknown): void => settle(() => reject(brokenOff(cause)))
    raw.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
  })
}

function tooLarge(): AppError {
  return new AppError('too_large', 'This is too long to send. Shorten it and try again.')
}

/** Of a caller who went away in the middle of a request. Nobody reads it. */
export function brokenOff(cause: unknown): AppError {
  return new AppError('invalid_input', 'This request was interrupted. Send it again.', { cause })
}

const UNSTORABLE = 'This text has a character that can’t be stored.'
/** How JSON writes NUL and half characters. Also found in texts about them, hence the second look. */
const ESCAPED = /\\u(0000|d[89a-f])/i

/** Throws `invalid_input` if a JSON text holds what the database cannot store. `body` is its value. */
export function requireStorableJson(text: string, body: unknown): void {
  if (ESCAPED.test(text)) requireStorable(body)
}

/** The same for values by name, such as a form's fields. */
export function requireStorable(values: unknown): void {
  if (isStorable(values)) return
  const entries = typeof values === 'object' && values !== null ? Object.entries(values) : []
  const name = entries.find(([, value]) => !isStorable(value))?.[0]
  const fields = name !== undefined && STORABLE.test(name) ? { [name]: UNSTORABLE } : undefined
  throw new AppError('invalid_input', UNSTORABLE, { ...(fields && { fields }) })
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return STORABLE.test(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, inner]) => STORABLE.test(name) && isStorable(inner))
}
