import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** The state of the engine that carries the live room's audio. */
const LiveHealth = z.object({
  isReady: z.boolean(),
  sentence: z.string(),
  /** Where browsers send audio; null for an engine that runs elsewhere. */
  network: z
    .object({
      port: z.int().nullable(),
      announcedAddresses: z.array(z.string()),
      hasTurn: z.boolean(),
    })
    .nullable(),
})

const Health = z.object({
  status: z.literal('ok'),
  version: z.string(),
  /** Only for administrators. */
  live: LiveHealth.optional(),
})

export const operationsEndpoints = {
  health: defineEndpoint({
    method: 'GET',
    path: '/api/health',
    who: 'any',
    summary: '200 while the database answers, else 503. Administrators see more.',
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
    summary: 'This API as a readable page.',
    response: 'html',
  }),
}
