import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A finished answer. */
export interface HttpResponse {
  /** Encoded as it is sent, so a cached answer isn't encoded again. */
  body: Buffer
  /** The header `Content-Type`. */
  type: string
  /** Only for answers to GET. */
  etag: string | undefined
  /** The total count of a list. */
  total: number | undefined
  /** The stories that it shows. */
  storyIds: readonly number[]
}

/** An answer that is the same for everyone: made once, and then sent many times. */
export class PublicResponse implements HttpResponse {
  readonly body: Buffer
  readonly type: string
  readonly etag: string
  readonly total = undefined
  readonly storyIds = []

  constructor(content: string, type: string) {
    this.body = Buffer.from(content)
    this.type = type
    this.etag = etagOf(this.body)
  }
}

export function etagOf(body: Buffer): string {
  return `"${hash('sha1', body, 'base64url')}"`
}

/** Sends an answer, or 304 if the caller has it already. */
export function sendResponse(
  { body, type, etag, total }: HttpResponse,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  if (etag !== undefined) reply.header('ETag', etag)
  if (total !== undefined) reply.header('X-Total-Count', total)
  const isKnown = etag !== undefined && matchesEtag(request.headers['if-none-match'], etag)
  // An error page has an ETag too, but stays an error.
  if (isKnown && reply.statusCode === 200) return reply.code(304).send()
  return reply.type(type).send(body)
}

/** Whether `If-None-Match` names the ETag, by the weak comparison that RFC 9110 requires. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false
  if (header === etag) return true
  return header.split(',').some((candidate) => {
    const bare = candidate.trim().replace(/^W\//, '')
    return bare === etag || bare === '*'
  })
}
