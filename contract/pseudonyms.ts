import { z } from 'zod'
import { AnonymousUsername, User } from './accounts.ts'
import { defineEndpoint } from './endpoint.ts'
import { Instant, Version } from './fields.ts'

export const PSEUDONYM_LIMITS = { changes: 2, days: 365 } as const

export const PseudonymAllowance = z.object({
  /** How often the community username can still be changed now. */
  changesLeft: z.int(),
  /** When the next change is possible; null when one is possible now. */
  nextChangeAt: Instant.nullable(),
})
export type PseudonymAllowance = z.infer<typeof PseudonymAllowance>

export const pseudonymEndpoints = {
  allowance: defineEndpoint({
    method: 'GET',
    path: '/api/user/pseudonym',
    who: 'member',
    summary: 'How often the community username can still be changed.',
    response: PseudonymAllowance,
  }),
  change: defineEndpoint({
    method: 'PATCH',
    path: '/api/user/pseudonym',
    who: 'member',
    ownerOnly: true,
    summary:
      'Changes the community username, twice in 365 days at most. The old one is reserved for 365 days.',
    body: z.object({ anonymousUsername: AnonymousUsername, version: Version }),
    response: User,
  }),
}
