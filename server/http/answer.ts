import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A finished answer. */
export interface Answer {
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
export class PublicAnswer implements Answer {
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
export function sendAnswer(
  { body, type, etag, total }: Answer,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  if (etag !== undefined) reply.header('ETag', etag)
  if (total !== undefined) reply.header('X-Total-Count', total)
  const isKnown = etag !== undefined && matches(request.headers['if-none-match'], etag)
  // An error page has an ETag too, but stays an error.
  if (isKnown && reply.statusCode === 200) return reply.code(304).send()
  return reply.type(type).send(body)
}

/** Weak comparison, as RFC 9110 requires for If-None-Match. */
function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false
  if (header === etag) return true
  return header.split(',').some((candidate) => {
    const bare = candidate.trim().replace(/^W\//, '')
    return bare === etag || bare === '*'
  })
}
