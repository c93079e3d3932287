import type { FastifyRequest } from 'fastify'
import { ErrorBody } from '#contract/errors.ts'
import { AppError } from '#server/domain/app-error.ts'

/** Says that a call comes from another node of ours, so that it goes no further. */
export const HOP_HEADER = 'x-folx-hop'

const LIMIT_MS = 12_000

/**
 * Makes a call at another node, as the caller made it here, and gives its answer or throws its
 * error. Throws `provider_unavailable` when that node cannot be reached, or sends it back.
 */
export async function forwardCall(
  request: FastifyRequest,
  { nodeUrl, publicUrl }: { nodeUrl: string; publicUrl: string },
): Promise<unknown> {
  if (request.headers[HOP_HEADER] !== undefined) throw moving()
  const hasBody = request.body !== undefined && request.body !== null
  const headers = {
    [HOP_HEADER]: '1',
    // Where the call came from was looked at here.
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
