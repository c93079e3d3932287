import { pipeline, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange, FileRead } from '#server/ports/files/port.ts'
import { parseRange } from './byte-range.ts'
import { pace } from './pace.ts'

/** A private file as it is served. */
export interface ServedFile {
  /** Quoted. Changes with the bytes and stays with them; says nothing about where they are stored. */
  etag: string
  /** Bytes. */
  size: number
  contentType: string
  /** The header `Content-Disposition`. */
  disposition: string
  read(range?: ByteRange): Promise<FileRead>
}

/**
 * Sends a file or the part that was asked for (RFC 9110, sections 13 and 14). Several ranges at once
 * are answered with the whole, as the RFC allows.
 */
export async function sendFile(
  file: ServedFile,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const { etag, size } = file
  if (isKnown(request.headers['if-none-match'], etag)) {
    return void describe(file, reply).code(304).send()
  }
  const range = rangeOf(request, file)
  if (range === 'unsatisfiable') {
    return void describe(file, reply).code(416).header('Content-Range', `bytes */${size}`).send()
  }
  // Opened before anything is said of it, so that a failure is an answer of its own.
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
  // Ranges are of GET alone.
  if (method === 'HEAD' || (headers['if-range'] ?? etag) !== etag) return 'whole'
  return parseRange(headers.range, size)
}

async function open(
  file: ServedFile,
  input: { request: FastifyRequest; range: 'whole' | { start: number; end: number } },
): Promise<Readable> {
  // Anything but a stream would have Fastify count it for the length.
  if (input.request.method === 'HEAD') return Readable.from([])
  const { stream } = await file.read(input.range === 'whole' ? undefined : input.range)
  // A reader who goes away ends the stream of the file, too, and Fastify logs what fails.
  return pipeline(stream, pace(), () => {})
}

function isKnown(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((candidate) => candidate.trim() === etag) ?? false
}
