import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Instant } from './fields.ts'

const SECURITY_EVENT_KINDS = [
  'signed-in',
  'sign-in-failed',
  'factor-failed',
  'step-up-failed',
  'failures-emailed',
  'sessions-ended',
  'password-changed',
  'password-reset',
  'email-changed',
  'email-changed-by-admin',
  'email-change-undone',
  'pseudonym-changed',
  'factor-added',
  'factor-removed',
  'recovery-codes-made',
  'data-exported',
] as const
export const SecurityEventKind = z.enum(SECURITY_EVENT_KINDS)
export type SecurityEventKind = z.infer<typeof SecurityEventKind>

/** One entry of a member's security log. It contains no email or network address. */
export const SecurityEvent = z.object({
  id: z.int(),
  kind: SecurityEventKind,
  /** Browser and system in words, such as 'Firefox on Android'; empty if unknown. */
  device: z.string(),
  /** How many times it happened: failures with one device within an hour are one entry. */
  times: z.int(),
  createdAt: Instant,
})
export type SecurityEvent = z.infer<typeof SecurityEvent>

export const securityLogEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/user/security-log',
    who: 'member',
    summary: 'The last 20 sign-ins, failures and changes of the account, newest first.',
    response: z.array(SecurityEvent),
    noStore: true,
  }),
  endOtherSessions: defineEndpoint({
    method: 'DELETE',
    path: '/api/user/sessions',
    who: 'member',
    summary: 'Signs the caller out everywhere else.',
    response: null,
  }),
}
