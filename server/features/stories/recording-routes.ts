import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseRange } from './byte-range.ts'
import type { Recording } from './recordings-service.ts'

/**
 * Sends a recording or the part that was asked for (RFC 9110, sections 13 and 14). Several ranges
 * at once are answered with the whole, as the RFC allows.
 */
export async function sendRecording(
  recording: Recording,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const { etag, size } = recording
  reply
    .header('ETag', etag)
    .header('Accept-Ranges', 'bytes')
    .header('Cache-Control', 'private, no-cache')
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Disposition', 'inline')
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const isFresh = (request.headers['if-range'] ?? etag) === etag
  const range = isFresh ? parseRange(request.headers.range, size) : 'whole'
  if (range === 'unsatisfiable') {
    return reply.code(416).header('Content-Range', `bytes */${size}`).send()
  }
  if (range !== 'whole') {
    reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  }
  const length = range === 'whole' ? size : range.end - range.start + 1
  reply.type('audio/mp4').header('Content-Length', length)
  // Anything but a stream would have Fastify count it for the length.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  const { stream } = await recording.read(range === 'whole' ? undefined : range)
  return reply.send(stream)
}

function isKnown(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((candidate) => candidate.trim() === etag) ?? false
}
