import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { requireOwnOrigin } from './origin.ts'

const PUBLIC_URL = 'https://folx.example.org'

/** The parts of a request that the check reads. */
function request(method: string, headers: Record<string, string | undefined>): FastifyRequest {
  const protocol = headers['x-scheme'] ?? 'http'
  // The check reads only these.
  return {
    method,
    protocol,
    headers: { host: 'folx.example.org', ...headers },
  } as unknown as FastifyRequest
}

test.each(['GET', 'HEAD', 'OPTIONS'])('%s is allowed from any origin', (method) => {
  const foreign = request(method, { origin: 'https://elsewhere.example' })
  expect(() => requireOwnOrigin(foreign, PUBLIC_URL)).not.toThrow()
})

test.each([
  { origin: 'https://folx.example.org' },
  { origin: 'https://folx.example.org', 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'same-origin' },
  { origin: 'http://localhost:3000', host: 'localhost:3000' },
  { origin: 'http://192.168.0.7:3000', host: '192.168.0.7:3000' },
  { origin: 'https://folx.example', host: 'folx.example', 'x-scheme': 'https' },
  { origin: 'https://folx.example', host: 'folx.example', 'sec-fetch-site': 'same-origin' },
])('%j is from our own page', (headers) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    expect(() => requireOwnOrigin(request(method, headers), PUBLIC_URL)).not.toThrow()
  }
})

test.each([
  {},
  { origin: '' },
  { origin: 'null' },
  { origin: 'https://elsewhere.example' },
  { origin: 'https://folx.example.org.elsewhere.example' },
  { origin: 'https://folx.example.org:8443' },
  { origin: 'https://elsewhere.example', 'sec-fetch-site': 'same-origin' },
  { origin: 'http://folx.example.org', 'x-scheme': 'https' },
  { origin: 'https://folx.example', host: 'folx.example' },
  { origin: 'not a url' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'none' },
])('%j is not from our own page', (headers) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    expect(() => requireOwnOrigin(request(method, headers), PUBLIC_URL)).toThrow(
      'This request did not come from our own pages.',
    )
  }
})
