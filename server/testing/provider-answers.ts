import type { ServerResponse } from 'node:http'

const JSON_TYPE = { 'content-type': 'application/json' }

/** Answers as a provider's API does. */
export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, JSON_TYPE).end(JSON.stringify(value))
}

/** Sends spaces until the caller gives up, so that the connection is never idle. */
export function drip(response: ServerResponse): void {
  response.writeHead(200, JSON_TYPE)
  const drops = setInterval(() => response.write(' '), 20)
  response.once('close', () => clearInterval(drops))
}

/** Sends the beginning of a long answer, then cuts the connection. */
export function cutOff(response: ServerResponse, beginning: string): void {
  response.writeHead(200, { ...JSON_TYPE, 'content-length': '5000' })
  response.write(beginning)
  setTimeout(() => response.destroy(), 20)
}
