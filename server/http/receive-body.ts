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
const LOST =
  'Some letters of this text couldn’t be read (�). Type them again, or save the file as UTF-8.'
/** Decoders write it in place of bytes that aren't UTF-8. */
const REPLACEMENT = '\uFFFD'
/** How JSON escapes NUL, surrogates (including valid pairs, so the value is checked too) and `�`. */
const ESCAPED = /\\u(0000|d[89a-f]|fffd)/i

/**
 * Throws `invalid_input` if JSON has text that the database can't store, or of which letters were
 * lost. `body` is the parsed text.
 */
export function requireStorableJson(text: string, body: unknown): void {
  if (ESCAPED.test(text) || text.includes(REPLACEMENT)) requireStorable(body)
}

/** The same for values by name, such as a form's fields. */
export function requireStorable(values: unknown): void {
  const reason = problemOf(values)
  if (!reason) return
  const entries = typeof values === 'object' && values !== null ? Object.entries(values) : []
  const name = entries.find(([, value]) => problemOf(value))?.[0]
  const fields = name !== undefined && !problemOf(name) ? { [name]: reason } : undefined
  throw new AppError('invalid_input', reason, { ...(fields && { fields }) })
}

/** Without recursion, which ends with an error at a depth that a small body can reach. */
function problemOf(value: unknown): string | undefined {
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string') {
      if (!STORABLE.test(next)) return UNSTORABLE
      if (next.includes(REPLACEMENT)) return LOST
    }
    if (typeof next !== 'object' || next === null) continue
    for (const [name, inner] of Object.entries(next)) waiting.push(name, inner)
  }
  return undefined
}
