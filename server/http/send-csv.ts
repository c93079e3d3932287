import type { FastifyReply } from 'fastify'

/** Sends a CSV file, which the browser saves under this name and never shows. */
export function sendCsv(reply: FastifyReply, name: string, text: string): void {
  reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .header('X-Content-Type-Options', 'nosniff')
    .send(text)
}
