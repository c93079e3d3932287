import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { IdParams, Instant, PageQuery } from './fields.ts'
import { Money, ProductType } from './shop.ts'

/** A checkout at the test till, as its own page shows it. It takes no card. */
export const TillSession = z.object({
  title: z.string(),
  price: Money,
  productType: ProductType,
  /** `failed`: a bank debit that an earlier release simulated. */
  status: z.enum(['open', 'paid', 'failed', 'abandoned', 'expired']),
  /** Where the buyer goes once it is no longer open; null while it is. */
  returnUrl: z.string().nullable(),
})
export type TillSession = z.infer<typeof TillSession>

/** A subscription or payment at the test till. */
export const TillRecord = z.object({
  id: z.int(),
  title: z.string(),
  productType: ProductType,
  /** The buyer's address; null if the account was deleted. */
  email: z.string().nullable(),
  amount: Money,
  /** In words, such as `active, refunded`. */
  state: z.string(),
  createdAt: Instant,
  periodEnd: Instant.nullable(),
  /** Whether a failed renewal can be simulated for it now. */
  canFailRenewal: z.boolean(),
})
export type TillRecord = z.infer<typeof TillRecord>

const SessionParams = z.object({ session: z.string().min(1).max(100) })

/** The test till. Every call answers 404 when a real payment provider is set up. */
export const tillEndpoints = {
  getSession: defineEndpoint({
    method: 'GET',
    path: '/api/till/sessions/:session',
    who: 'any',
    summary: 'A checkout at the test till. Only its buyer knows its id.',
    params: SessionParams,
    response: TillSession,
    noStore: true,
  }),
  finishSession: defineEndpoint({
    method: 'POST',
    path: '/api/till/sessions/:session',
    who: 'any',
    summary: 'Simulates a buyer who pays, is declined, or leaves.',
    params: SessionParams,
    body: z.object({ action: z.enum(['pay', 'decline', 'abandon']) }),
    response: TillSession.extend({
      /** Why nothing was paid, after a decline. */
      declined: z.string().nullable(),
    }),
  }),
  receipt: defineEndpoint({
    method: 'GET',
    path: '/api/till/receipts/:session',
    who: 'any',
    summary: 'The receipt of a payment at the test till. Only its buyer knows its id.',
    params: SessionParams,
    response: z.object({
      title: z.string(),
      amount: Money,
      refunded: Money,
      paidAt: Instant,
      number: z.string(),
    }),
    noStore: true,
  }),
  listRecords: defineEndpoint({
    method: 'GET',
    path: '/api/admin/till/records',
    who: 'treasurer',
    summary: 'Subscriptions and payments at the test till, newest first.',
    query: PageQuery,
    response: z.array(TillRecord),
    paged: true,
    noStore: true,
  }),
  failRenewal: defineEndpoint({
    method: 'POST',
    path: '/api/admin/till/records/:id/fail-renewal',
    who: 'treasurer',
    summary: 'Simulates a renewal of a subscription that can’t be paid.',
    params: IdParams,
    response: TillRecord,
  }),
}
