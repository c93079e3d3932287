/**
 * The peer of the throughput rows: only `node:http`, `pg` and one prepared statement per call, in its
 * own process. Needs `DATABASE_URL` and `VIEWER_ID`; sends its port to its parent process.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import { LIST, REPLY, THREAD } from './bare-queries.ts'

// The same number of connections as the product.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
const viewerId = process.env.VIEWER_ID ?? ''

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    response.writeHead(500).end(String(error))
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.send?.({ port: address.port })
})
process.on('disconnect', () => process.exit())

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = ''] = request.url?.split('?') ?? []
  if (request.method === 'POST') return addReply(request, response)
  if (request.headers['if-none-match']) {
    response.writeHead(304).end()
    return
  }
  if (path.endsWith('/replies')) {
    const values = [Number(path.split('/')[3]), viewerId]
    const { rows } = await pool.query({ name: 'thread', text: THREAD, values })
    response.setHeader('X-Total-Count', rows.length)
    return send(response, 200, rows)
  }
  const { rows } = await pool.query({ name: 'list', text: LIST, values: [viewerId] })
  response.setHeader('X-Total-Count', rows[0]?.total ?? 0)
  send(
    response,
    200,
    rows.map(({ total: _, ...story }) => story),
  )
}

async function addReply(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { storyId, memberId, content } = JSON.parse(Buffer.concat(chunks).toString())
  const values = [storyId, memberId, content]
  const { rows } = await pool.query({ name: 'reply', text: REPLY, values })
  if (!rows[0]) throw new Error('The reply was refused.')
  send(response, 201, rows[0])
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value))
  response
    .writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': body.length,
    })
    .end(body)
}
