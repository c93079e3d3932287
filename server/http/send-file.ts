import { pipeline, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange, FileRead } from '#server/ports/files/port.ts'
import { matchesEtag } from './response.ts'
import { throttle } from './throttle.ts'

/** A private file as it is served. */
export interface ServedFile {
  /** Quoted. It depends only on the bytes, and doesn't reveal where they are stored. */
  etag: string
  /** Bytes. */
  size: number
  contentType: string
  /** The header `Content-Disposition`. */
  disposition: string
  read(range?: ByteRange): Promise<FileRead>
}

/**
 * Sends a file or the part that was asked for (RFC 9110, sections 13 and 14). A request for several
 * ranges gets the whole file, as the RFC allows.
 */
export async function sendFile(
  file: ServedFile,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const { etag, size } = file
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    return void describe(file, reply).code(304).send()
  }
  const range = rangeOf(request, file)
  if (range === 'unsatisfiable') {
    return void describe(file, reply).code(416).header('Content-Range', `bytes */${size}`).send()
  }
  // Opened before any header is set, so a failure gets its own answer.
  const stream = await open(file, { request, range })
  describe(file, reply)
  if (range !== 'whole') {
    reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  }
  const length = range === 'whole' ? size : range.end - range.start + 1
  reply.type(file.contentType).header('Content-Length', length).send(stream)
}

function describe({ etag, disposition }: ServedFile, reply: FastifyReply): FastifyReply {
  return reply
    .header('ETag', etag)
    .header('Accept-Ranges', 'bytes')
    .header('Cache-Control', 'private, no-cache')
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Disposition', disposition)
}

function rangeOf(
  { method, headers }: FastifyRequest,
  { etag, size }: ServedFile,
): ReturnType<typeof parseRange> {
  // Ranges apply only to GET.
  if (method === 'HEAD' || (headers['if-range'] ?? etag) !== etag) return 'whole'
  return parseRange(headers.range, size)
}

async function open(
  file: ServedFile,
  input: { request: FastifyRequest; range: 'whole' | { start: number; end: number } },
): Promise<Readable> {
  // From anything but a stream, Fastify would compute the length.
  if (input.request.method === 'HEAD') return Readable.from([])
  const { stream } = await file.read(input.range === 'whole' ? undefined : input.range)
  // If the caller disconnects, the file's stream ends too. Fastify logs failures.
  return pipeline(stream, throttle(), () => {})
}

/**
 * Reads a `Range` header for a file of `size` bytes (RFC 9110, section 14). A header that is
 * missing, isn't a byte range or names several ranges means the whole file. Both ends are included.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '')
  if (!match) return 'whole'
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return 'whole'
  return start >= size ? 'unsatisfiable' : { start, end }
}
