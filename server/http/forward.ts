import type { FastifyRequest } from 'fastify'
import { ErrorBody } from '#contract/errors.ts'
import { AppError } from '#server/domain/app-error.ts'

/** Marks a call from another node, so it isn't forwarded again. */
export const HOP_HEADER = 'x-folx-hop'

const LIMIT_MS = 12_000

/**
 * Forwards a call to another node, and returns its answer or throws its error. Throws
 * `provider_unavailable` if that node can't be reached, or if this call was already forwarded.
 */
export async function forwardCall(
  request: FastifyRequest,
  { nodeUrl, publicUrl }: { nodeUrl: string; publicUrl: string },
): Promise<unknown> {
  if (request.headers[HOP_HEADER] !== undefined) throw moving()
  const hasBody = request.body !== undefined && request.body !== null
  const headers = {
    [HOP_HEADER]: '1',
    // This node has already checked the call's origin.
    origin: publicUrl,
    cookie: request.headers.cookie ?? '',
    ...(hasBody && { 'content-type': 'application/json' }),
  }
  const response = await fetch(`${nodeUrl}${request.url}`, {
    method: request.method,
    headers,
    ...(hasBody && { body: JSON.stringify(request.body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(LIMIT_MS),
  }).catch((cause: unknown) => {
    throw moving(cause)
  })
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw moving(cause)
  })
  if (response.ok) return body
  const error = ErrorBody.safeParse(body)
  if (!error.success) throw moving()
  const { code, message, fields } = error.data
  throw new AppError(code, message, { ...(fields && { fields }) })
}

function moving(cause?: unknown): AppError {
  const sentence = 'The live room is moving to another server. Please try again in a moment.'
  return new AppError('provider_unavailable', sentence, { cause })
}
