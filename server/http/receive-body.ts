import type { FastifyRequest } from 'fastify'
import { STORABLE } from '#contract/fields.ts'
import { AppError } from '#server/domain/app-error.ts'

/** The declared length of a body: undefined if it is sent in chunks, 0 if there is none. */
export function declaredBytes({ headers }: FastifyRequest): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined
  return Number(headers['content-length'] ?? 0)
}

/** Reads a body. Throws `too_large`, before reading if the declared length is too large. */
export async function receiveBody(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  if ((declaredBytes(request) ?? 0) > maxBytes) throw tooLarge()
  const { raw } = request
  // The connection may have closed while the caller was looked up; then nothing more arrives.
  if (raw.destroyed) throw brokenOff(raw.errored)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const settle = (then: () => void): void => {
      raw.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
      // The rest of the body is discarded, so the answer can reach the caller.
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

/** The error for a caller who disconnected in the middle of a request. Nobody reads it. */
export function brokenOff(cause: unknown): AppError {
  return new AppError('invalid_input', 'This request was interrupted. Send it again.', { cause })
}

const UNSTORABLE = 'This text has a character that can’t be stored.'
/** How JSON escapes NUL and surrogates, including valid pairs, so the value is checked too. */
const ESCAPED = /\\u(0000|d[89a-f])/i

/** Throws `invalid_input` if JSON has text the database can't store. `body` is the parsed text. */
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

/** Without recursion, which ends with an error at a depth that a small body can reach. */
function isStorable(value: unknown): boolean {
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string' && !STORABLE.test(next)) return false
    if (typeof next !== 'object' || next === null) continue
    for (const [name, inner] of Object.entries(next)) {
      if (!STORABLE.test(name)) return false
      waiting.push(inner)
    }
  }
  return true
}
