import { z } from 'zod'
import { Email, OneTimeCode, User } from './accounts.ts'
import { ACCOUNT_BODY_BYTES, defineEndpoint } from './endpoint.ts'
import { Instant } from './fields.ts'

/** A change of address, for the link sent to the old address. It contains neither address. */
export const EmailChange = z.object({
  /** True if an administrator made the change, false if the member did. */
  byAdmin: z.boolean(),
  changedAt: Instant,
  /** `over` if it can no longer be undone or confirmed. */
  state: z.enum(['open', 'undone', 'agreed', 'over']),
  /** Until when the change can be undone; null when it cannot. */
  undoUntil: Instant.nullable(),
  /** Until when sessions through the new address can't open private writing; null if they can. */
  holdUntil: Instant.nullable(),
})
export type EmailChange = z.infer<typeof EmailChange>

const Token = z.string('This link is not valid.').min(1, 'This link is not valid.').max(200)

export const emailChangeEndpoints = {
  start: defineEndpoint({
    method: 'POST',
    path: '/api/user/email',
    who: 'member',
    stepUp: true,
    ownerOnly: true,
    summary: 'Emails a code to a new address. The answer is the same when the address is taken.',
    body: z.object({ newEmail: Email }),
    response: z.object({ message: z.string() }),
  }),
  confirm: defineEndpoint({
    method: 'POST',
    path: '/api/user/email/confirm',
    who: 'member',
    ownerOnly: true,
    summary:
      'Changes the account’s address to the new one. The old one gets a link that can undo this for 7 days.',
    body: z.object({ code: OneTimeCode }),
    response: User,
  }),
  read: defineEndpoint({
    method: 'GET',
    path: '/api/email-changes',
    who: 'any',
    summary: 'What the link sent to an old address can still do. Changes nothing.',
    query: z.object({ token: Token }),
    response: EmailChange,
    noStore: true,
  }),
  undo: defineEndpoint({
    method: 'POST',
    path: '/api/email-changes/undo',
    who: 'any',
    summary: 'Restores the account’s old address and ends sessions that began after the change.',
    body: z.object({ token: Token }),
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    response: EmailChange,
  }),
  agree: defineEndpoint({
    method: 'POST',
    path: '/api/email-changes/agree',
    who: 'any',
    summary: 'Confirms an administrator’s change, which opens private writing right away.',
    body: z.object({ token: Token }),
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    response: EmailChange,
  }),
}
