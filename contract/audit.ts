import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

export const auditEndpoints = {
  checkpoint: defineEndpoint({
    method: 'GET',
    path: '/api/audit-checkpoint',
    who: 'any',
    summary:
      'The newest checkpoint of the audit log: whoever keeps it can show that the log changed.',
    response: z.object({
      /** `Entry 12, 9f3a-5c1b-22de-8a01-77c0, 2026-03-05 12:00 UTC`; null while the log is empty. */
      checkpoint: z.string().nullable(),
    }),
  }),
}
