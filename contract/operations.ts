import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

export const Health = z.object({ status: z.literal('ok'), version: z.string() })

export const operationsEndpoints = {
  health: defineEndpoint({
    method: 'GET',
    path: '/api/health',
    who: 'any',
    summary: '200 while the database answers, else 503.',
    response: Health,
  }),
  openapi: defineEndpoint({
    method: 'GET',
    path: '/api/openapi.json',
    who: 'any',
    summary: 'This API as an OpenAPI 3.1 document.',
    response: z.record(z.string(), z.unknown()),
  }),
  docs: defineEndpoint({
    method: 'GET',
    path: '/api/docs',
    who: 'any',
    summary: 'This API for a person to read.',
    response: 'html',
  }),
}
