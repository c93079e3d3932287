import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Instant, PageQuery } from './fields.ts'

export const OutboxMail = z.object({
  id: z.int(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  createdAt: Instant,
})
export type OutboxMail = z.infer<typeof OutboxMail>

export const emailEndpoints = {
  listOutbox: defineEndpoint({
    method: 'GET',
    path: '/api/admin/outbox',
    who: 'admin',
    summary: 'Mails that stayed here because no mail provider is set up, newest first.',
    query: PageQuery.extend({ to: z.string().trim().toLowerCase().max(254).optional() }),
    response: z.array(OutboxMail),
    paged: true,
  }),
}
