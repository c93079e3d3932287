import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileRead } from '#server/ports/files/port.ts'
import { matchesEtag } from './response.ts'

/** Sends an image whose name is the hash of its bytes, so it can be cached forever. */
export function sendImage(
  image: FileRead,
  { name, request, reply }: { name: string; request: FastifyRequest; reply: FastifyReply },
): void {
  const etag = `"${name}"`
  reply
    .header('ETag', etag)
    .header('Cache-Control', 'public, max-age=31536000, immutable')
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Disposition', 'inline')
    // Emails show these images too, and an email program is another origin.
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    image.stream.destroy()
    return void reply.code(304).send()
  }
  reply.type('image/webp').header('Content-Length', image.size)
  if (request.method !== 'HEAD') return void reply.send(image.stream)
  image.stream.destroy()
  // From anything but a stream, Fastify would compute the length.
  reply.send(Readable.from([]))
}
